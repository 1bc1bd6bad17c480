import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetDrafts, readDraft, writeDraft } from './stored-draft.ts'
import type { DraftStorage } from './stored-draft.ts'

function refuse(): never {
  throw new Error('forbidden')
}

const empty = { email: '', phone: '', consent: false, timeZone: null as string | null }

function memory(): DraftStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

test('what was typed comes back as it was', () => {
  const storage = memory()
  const typed = { email: 'ana@example.com', phone: '3055550142', consent: true, timeZone: 'America/Denver' }
  writeDraft('a', typed, storage)
  assert.deepEqual(readDraft('a', empty, storage), typed)
  assert.equal(readDraft('b', empty, storage), null)
})

test('a draft of an older version is made whole, and values of another kind are left out', () => {
  const storage = memory()
  storage.setItem('a', JSON.stringify({ email: 'ana@example.com', phone: 305, consent: 'yes' }))
  assert.deepEqual(readDraft('a', empty, storage), { ...empty, email: 'ana@example.com' })
})

test('null deletes, and an invalid draft is none', () => {
  const storage = memory()
  writeDraft('a', empty, storage)
  writeDraft('a', null, storage)
  assert.equal(storage.texts.size, 0)
  for (const text of ['', '{', '7', 'null', '"text"']) {
    storage.setItem('a', text)
    assert.equal(readDraft('a', empty, storage), null, text)
  }
})

test('a failing storage is harmless', () => {
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  assert.equal(readDraft('a', empty, storage), null)
  writeDraft('a', empty, storage)
})

test('the next person finds no draft, and other stored data stays', () => {
  const stored: Record<string, string> = { 'draft.register': '{}', 'draft.change': '{}', scroll: '{}' }
  // Like the browser's own storage, its keys are its properties.
  const storage = Object.assign(Object.create({ removeItem: (key: string) => delete storage[key] }), stored)
  forgetDrafts(storage)
  assert.deepEqual(Object.keys(storage), ['scroll'])
})
