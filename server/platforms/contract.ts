import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepting } from './contract/accepting.ts'
import { announcing } from './contract/announcing.ts'
import { holding } from './contract/holding.ts'
import { refusing } from './contract/refusing.ts'
import type { SceneTest } from './contract/scene.ts'
import { searching } from './contract/searching.ts'
import { signingIn } from './contract/signing-in.ts'
import { undecided } from './contract/undecided.ts'
import { valueOf } from './contract/world.ts'
import type { ContractWorld } from './contract/world.ts'
export { openContractHttp, pollOnce, troubleIn } from './contract/world.ts'
export type { ContractWorld, Polled } from './contract/world.ts'

/** What every adapter must do, against a platform that a test can steer. */
export function platformContract(name: string, makeWorld: () => Promise<ContractWorld>): void {
  const scene: SceneTest = (title, play) => {
    void test(`${name}: ${title}`, async () => {
      const world = await makeWorld()
      try {
        const { platform } = world
        const tokens = valueOf(await platform.signIn(world.secret))
        const station = valueOf(await platform.stations(tokens, world.variant))[0]
        assert.ok(station)
        await play({ world, platform, tokens, station })
      } finally {
        await world.close()
      }
    })
  }
  for (const declare of [signingIn, searching, accepting, undecided, holding, announcing, refusing])
    declare(scene)
}
