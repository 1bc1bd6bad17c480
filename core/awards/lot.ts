/**
 * A member's lot of a round, from 0 to 1: the lowest is first. The same seed draws the same lots in every
 * process, and for whoever checks them later.
 */
export function drawLot(seed: string, memberId: string, round: number): number {
  const text = `${seed} ${round} ${memberId}`
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // FNV-1a alone hardly mixes what differs in the last characters: MurmurHash3's finalizer does.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
