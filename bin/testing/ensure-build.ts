/** A build to test: the one `npm start` uses when it is true, else one of its own, so that a running site is left alone. */
import { buildIfStale, isBuilt } from '../build-if-stale.ts'

const OWN_BUILD = '.next-test'

let build: Promise<string> | undefined

/** Answers the folder of the build, for GUILDHALL_DIST_DIR. Whoever asks while it is made waits for the same one. */
export function ensureBuild(log: (message: string) => void): Promise<string> {
  build ??= findOrMake(log)
  return build
}

async function findOrMake(log: (message: string) => void): Promise<string> {
  if (isBuilt('.next')) return '.next'
  await buildIfStale({ log, distDir: OWN_BUILD })
  return OWN_BUILD
}
