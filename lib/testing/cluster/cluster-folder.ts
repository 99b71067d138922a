import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const CLUSTER_FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'ghc-'))
fs.chmodSync(CLUSTER_FOLDER, 0o755)
