import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { documentQuery, showDocument } from './content.ts'
import type { DocumentName } from './content.ts'

/** A document with what concerns the apps on offer, and money where anyone pays. */
export function useDocument(name: DocumentName) {
  const content = useQuery(documentQuery(name, useWords().language))
  const { data: service } = useQuery(serviceQuery)
  return { ...content, data: content.data && service ? showDocument(content.data, service) : undefined }
}
