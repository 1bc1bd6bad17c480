/** One attack as it is asked for; `round` keeps its addresses apart from those of other rounds. */
export type Attack = { kind: 'json' | 'passwords' | 'readers'; url: string; ms: number; round: number }

/** What the attacker was answered: how often each status, or each way in which there was no answer. */
export type AttackReport = { answered: Record<string, number> }

/** What one stretch of time showed. */
export type Stretch = {
  healthMs: number[]
  lost: number
  reactionMs: number[]
  memoryMb: number
  corePercent: number
}

/** An attack's rounds beside the quiet ones between them. */
export type Comparison = {
  kind: Attack['kind']
  quiet: Stretch[]
  attacked: Stretch[]
  answered: Record<string, number>
}

/** 990 KB: one escape of a whole character, and values without end. */
export const ATTACK_BODY = Buffer.from(
  `{"ticket":"\\ud83d\\ude00","code":"1","x":[${'0,'.repeat(495_000)}0]}`,
)
