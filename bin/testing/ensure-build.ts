/** A build to test: the one `npm start` uses when it is true, else one of its own, so that a running site is left alone. */
import { buildIfStale, isBuilt } from '../build-if-stale.ts'

const OWN_BUILD = '.next-test'

/** Answers the folder of the build, for GUILDHALL_DIST_DIR. */
export async function ensureBuild(log: (message: string) => void): Promise<string> {
  if (isBuilt('.next')) return '.next'
  await buildIfStale({ log, distDir: OWN_BUILD })
  return OWN_BUILD
}
