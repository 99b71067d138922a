import type { Database } from '../kernel/db/prisma-client.ts'
import { limitOf, readSetting } from '../settings/read-settings.ts'
import type { BuildOptions } from './request/build-request.ts'

const MB = 1024 * 1024

/** The operator's settings for packages, with the limits of the organisation that publishes. */
export async function readPackageOptions(db: Database, organisationId?: string): Promise<BuildOptions> {
  const limit = (name: Parameters<typeof limitOf>[1]) => limitOf(db, name, organisationId)
  return {
    registry: await readSetting(db, 'packageRegistry'),
    token: process.env.GUILDHALL_PACKAGE_REGISTRY_TOKEN || undefined,
    minAgeHours: await limit('packageAge'),
    allow: await readSetting(db, 'packageAllow'),
    deny: await readSetting(db, 'packageDeny'),
    python: {
      index: await readSetting(db, 'pythonIndex'),
      credentials: process.env.GUILDHALL_PYTHON_INDEX_CREDENTIALS || undefined,
      allow: await readSetting(db, 'pythonAllow'),
      deny: await readSetting(db, 'pythonDeny'),
    },
    limits: {
      packages: await limit('packages'),
      unpackedBytes: (await limit('packageSize')) * MB,
      bundledBytes: (await limit('bundleSize')) * MB,
    },
  }
}
