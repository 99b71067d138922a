/** Where workerd's executable is, and which version it is. */
import { createRequire } from 'node:module'

// The names of npm's platform packages; the executable ships inside, so no install script is needed.
const PLATFORMS: Record<string, string> = {
  'linux-x64': 'linux-64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-64',
  'darwin-arm64': 'darwin-arm64',
}

export type WorkerdBinary = { path: string; version: string }

/** Throws a sentence for the terminal when this platform has no workerd. */
export function findWorkerd(): WorkerdBinary {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`]
  if (!platform)
    throw new Error(
      `There is no workerd for ${process.platform} on ${process.arch}, so skills cannot run here.`,
    )
  const require = createRequire(import.meta.url)
  const { version } = require(`@cloudflare/workerd-${platform}/package.json`) as { version: string }
  return { path: require.resolve(`@cloudflare/workerd-${platform}/bin/workerd`), version }
}
