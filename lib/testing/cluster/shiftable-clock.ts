import fs from 'node:fs'
import path from 'node:path'
import { CLUSTER_FOLDER } from './cluster-folder.ts'

/** Shifts a machine's clock with the library; `env` is empty if there is none. */
export function shiftableClock(library: string | undefined) {
  const file = path.join(CLUSTER_FOLDER, 'clock')
  const shiftTo = (offset: string) => fs.writeFileSync(file, `${offset}\n`)
  shiftTo('+0')
  const env = library && {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { env: env || {}, shiftTo }
}
