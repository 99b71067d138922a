import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { addMachine } from '#bin/testing/namespaces.ts'
import type { addBucket } from './add-bucket.ts'
import type { addDatabase } from './add-database.ts'
import type { addSandboxHosts } from './add-sandbox-hosts.ts'
import { CLUSTER_FOLDER } from './cluster-folder.ts'
import { makePart } from './cluster-part.ts'
import type { shiftableClock } from './shiftable-clock.ts'

const SITE_PORT = 3000

type SharedParts = {
  db: ReturnType<typeof addDatabase>
  sandboxes: ReturnType<typeof addSandboxHosts>
  bucket: ReturnType<typeof addBucket>
}

function sharedEnvironment({ db, sandboxes, bucket: { settings } }: SharedParts) {
  const { PATH, HOME, GUILDHALL_DIST_DIR } = process.env
  return {
    ...{ NODE_ENV: 'production' as const, PATH, HOME, GUILDHALL_DIST_DIR },
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    GUILDHALL_MASTER_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: db.pooled,
    DATABASE_DIRECT_URL: db.direct,
    GUILDHALL_SANDBOX_HOSTS: sandboxes.setting,
    GUILDHALL_SANDBOX_CERTS: sandboxes.certs,
    GUILDHALL_S3_ENDPOINT: settings.endpoint,
    GUILDHALL_S3_BUCKET: settings.bucket,
    GUILDHALL_S3_ACCESS_KEY_ID: settings.accessKeyId,
    GUILDHALL_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
}

/** Adds two sites with a worker each, and two workers on their own machines; the second of each has the clock. */
export function addSitesAndWorkers(parts: SharedParts, clock: ReturnType<typeof shiftableClock>) {
  const shared = sharedEnvironment(parts)
  const sites = [addMachine('site-a', 31), addMachine('site-b', 32)].map((machine, at) => {
    const env = {
      ...shared,
      ...(at === 1 && clock.env),
      GUILDHALL_DATA_DIR: path.join(CLUSTER_FOLDER, `site-${at}`),
      HOST: machine.address,
      PORT: String(SITE_PORT),
      TRUST_PROXY: '1',
    }
    const command = [process.execPath, path.join(PROJECT_ROOT, 'bin/start.ts')]
    const part = makePart(machine, 'A site', () => [
      { child: machine.start(command, { env }), isReady: (printed) => printed.includes('ready on http') },
    ])
    return { ...part, url: `http://${machine.address}:${SITE_PORT}` }
  })
  const workers = [addMachine('worker-a', 51), addMachine('worker-b', 52)].map((machine, at) =>
    makePart(machine, 'A worker', () => [
      {
        child: machine.start([process.execPath, path.join(PROJECT_ROOT, 'bin/worker.ts')], {
          env: { ...shared, ...(at === 1 && clock.env) },
        }),
        isReady: (printed) => printed.includes('is running'),
      },
    ]),
  )
  return { sites, workers }
}
