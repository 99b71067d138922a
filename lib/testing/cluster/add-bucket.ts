import fs from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { addMachine } from '#bin/testing/namespaces.ts'
import { s3SettingsOf } from '../s3-server.ts'
import { CLUSTER_FOLDER } from './cluster-folder.ts'
import { makePart } from './cluster-part.ts'

const S3_PORT = 4568

export function addBucket() {
  const machine = addMachine('s3', 40)
  const folder = path.join(CLUSTER_FOLDER, 's3')
  fs.mkdirSync(folder)
  const command = [
    path.join(PROJECT_ROOT, 'lib/testing/s3-server.ts'),
    machine.address,
    String(S3_PORT),
    folder,
  ]
  const part = makePart(machine, 'The S3 server', () => [
    {
      child: machine.start([process.execPath, ...command]),
      isReady: (printed) => printed.includes('is ready'),
    },
  ])
  return { ...part, settings: s3SettingsOf(machine.address, S3_PORT) }
}
