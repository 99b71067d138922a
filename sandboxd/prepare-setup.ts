/** Everything that is decided once on a host, before the first process is started. */
import { javascriptEngine } from './engine.ts'
import { chooseJail, type Finding } from './jail/choose-jail.ts'
import { chooseLeash, type Leash } from './leash.ts'
import { findWorkerd } from './workerd-binary.ts'
import type { ProcessSetup } from './workerd-process.ts'

type Wishes = { jail?: string | undefined; leash?: Leash }

/** For JavaScript. `folder` is for what processes need while they live. Throws a sentence when nothing can run here. */
export function prepareSetup(
  folder: string,
  { jail: wanted, leash = chooseLeash() }: Wishes = {},
): ProcessSetup & { findings: Finding[] } {
  const binary = findWorkerd()
  const engine = javascriptEngine(binary, folder)
  const { jail, findings } = chooseJail({ binary: binary.path, config: engine.config }, folder, wanted)
  return { binary, engine, jail, leash, folder, findings }
}
