/** The parameters of an attack; `round` separates its addresses from those of other rounds. */
export type Attack = { kind: 'json' | 'passwords' | 'readers'; url: string; ms: number; round: number }

/** The attacker's answers: how often each status, or each kind of failure. */
export type AttackReport = { answered: Record<string, number> }

/** The measurements of one period. */
export type Stretch = {
  healthMs: number[]
  lost: number
  reactionMs: number[]
  memoryMb: number
  corePercent: number
}

/** An attack's rounds, and the quiet ones between them. */
export type Comparison = {
  kind: Attack['kind']
  quiet: Stretch[]
  attacked: Stretch[]
  answered: Record<string, number>
}

/** 990 KB: one escaped character, and a long list of values. */
export const ATTACK_BODY = Buffer.from(
  `{"ticket":"\\ud83d\\ude00","code":"1","x":[${'0,'.repeat(495_000)}0]}`,
)
