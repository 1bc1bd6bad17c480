import type { Offer } from '@madruga/core/offers.ts'
import type { Db } from '../model.ts'

/** A place as log and news name it; its id and no zone where we do not know it. */
export type NamedStation = { code: string; name: string; timeZone?: string | undefined }

/** The place of an offer. */
export async function readStation(
  tx: Db,
  { platform, offer }: { platform: string; offer: Pick<Offer, 'stationId'> },
): Promise<NamedStation> {
  const row = await tx
    .selectFrom('stations')
    .select(['code', 'name', 'time_zone as timeZone'])
    .where('platform', '=', platform)
    .where('id', '=', offer.stationId)
    .executeTakeFirst()
  return row ?? { code: offer.stationId, name: '' }
}
