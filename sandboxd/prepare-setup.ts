/** Everything that is decided once on a host, before the first process is started. */
import { compileConfig } from './compile-config.ts'
import { chooseJail, type Finding } from './jail/choose-jail.ts'
import { chooseLeash, type Leash } from './leash.ts'
import { findWorkerd } from './workerd-binary.ts'
import type { ProcessSetup } from './workerd-process.ts'

type Wishes = { jail?: string | undefined; leash?: Leash }

/** `folder` is for what processes need while they live. Throws a sentence when nothing can run here. */
export function prepareSetup(
  folder: string,
  { jail: wanted, leash = chooseLeash() }: Wishes = {},
): ProcessSetup & { findings: Finding[] } {
  const binary = findWorkerd()
  const config = compileConfig(binary, folder)
  const { jail, findings } = chooseJail({ binary: binary.path, config }, folder, wanted)
  return { binary, config, jail, leash, folder, findings }
}
