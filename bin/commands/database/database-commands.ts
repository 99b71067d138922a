import path from 'node:path'
import { s3Settings } from '#lib/blobs/storage/s3-store.ts'
import { addOldKeys, findMasterKey, masterKeyLines } from '#lib/config/master-key.ts'
import { directUrl } from '#lib/kernel/db/connection.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { saveLastBackup } from '#lib/settings/rows/setting-rows.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import { type BackupManifest, openBackup, sumManifest } from '../../backup/backup-format.ts'
import { type RestoredBackup, restoreBackup } from '../../backup/restore-backup.ts'
import { withStoppedDatabase } from '../../backup/stopped-database.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { prepareDatabase, urlsFrom } from '../../server/postgres/databases.ts'
import type { CliCommand } from '../cli-command.ts'

export const backupCommand: CliCommand = {
  summary: 'Back up the database to a file while the site is running.',
  usage: 'FILE [--with-key]',
  options: {},
  flags: { 'with-key': 'include the master key; anyone with the file can then decrypt all sealed settings' },
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [name = ''], flags }) {
    const file = path.resolve(name)
    const startedMs = performance.now()
    const masterKeys = flags['with-key'] ? masterKeyLines() : undefined
    // A backup takes minutes, too long for a pooler.
    const databaseUrl = directUrl() ?? ''
    const { manifest, heading, fileBytes } = await writeBackup({ databaseUrl, file, masterKeys })
    await saveLastBackup(database(), new Date())
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    const { tables, rows } = sumManifest(manifest)
    return {
      text: [
        `${file} contains the database as of ${heading.createdAt}: ${rows} rows in ${tables} tables, ${formatBytes(fileBytes)}, written in ${seconds} s.`,
        ...describeKey(manifest, masterKeys !== undefined),
        ...describeBucket(manifest),
      ].join('\n'),
      json: {
        file,
        bytes: fileBytes,
        seconds,
        created_at: heading.createdAt,
        tables,
        rows,
        sealed_under: manifest.sealedUnder,
        in_bucket: manifest.inBucket,
        with_key: masterKeys !== undefined,
      },
    }
  },
}

function describeKey({ sealedUnder }: BackupManifest, isInside: boolean): string[] {
  const sealed = Object.values(sealedUnder).reduce((sum, each) => sum + each, 0)
  if (isInside) return ['The file contains the master key. Protect it like the key.']
  if (sealed === 0) return []
  return [
    `${sealed === 1 ? 'A sealed value requires' : `${sealed} sealed values (settings, webhook secrets) require`} the master key, which is not in the file. Store master.key from the data folder, or GUILDHALL_MASTER_KEY, elsewhere.`,
  ]
}

function describeBucket({ inBucket: { contents, bytes } }: BackupManifest): string[] {
  if (contents === 0) return []
  return [
    `${contents} contents (${formatBytes(bytes)}) are in the bucket and not in the file. Back up the bucket separately.`,
  ]
}

export const restoreCommand: CliCommand = {
  summary: 'Restore a backup into the database of a stopped Guildhall server.',
  usage: 'FILE [--replace] [--with-key]',
  options: {},
  flags: {
    replace: 'permanently delete the existing data first',
    'with-key': 'also restore the master key of the backup',
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [name = ''], flags }) {
    const file = path.resolve(name)
    const backup = await openBackup(file)
    const restored = await withStoppedDatabase((databaseUrl) =>
      restoreBackup({ databaseUrl, backup, isReplacing: flags.replace === true }),
    )
    const keys = flags['with-key'] ? restoreMasterKeys(restored) : []
    const { tables, rows } = sumManifest(restored.manifest)
    const { createdAt } = backup.heading
    const warnings = [...keys, ...keyWarnings(restored.manifest), ...bucketWarnings(restored.manifest)]
    return {
      text: [
        `Restored the state of ${createdAt}: ${rows} rows in ${tables} tables, all verified. The ledger is balanced.`,
        ...warnings,
        'Start the site: queued work continues, and interrupted runs are recovered or ended.',
      ].join('\n'),
      json: { file, created_at: createdAt, tables, rows, warnings },
    }
  },
}

function restoreMasterKeys({ masterKeys }: RestoredBackup): string[] {
  if (masterKeys === null)
    return ['The backup does not contain a master key: it was made without --with-key.']
  const count = addOldKeys(masterKeys)
  return count > 0
    ? ['The master key of the backup is now in master.key.old. Run rotate-keys to replace it with yours.']
    : []
}

function keyWarnings({ sealedUnder }: BackupManifest): string[] {
  return Object.entries(sealedUnder)
    .filter(([id]) => !findMasterKey(id))
    .map(
      ([id, count]) =>
        `${count === 1 ? 'A sealed value needs' : `${count} sealed values need`} the master key ${id}, which is missing. Add it to master.key.old in the data folder or to GUILDHALL_MASTER_KEY_OLD, or enter the sealed values again.`,
    )
}

function bucketWarnings({ inBucket: { contents } }: BackupManifest): string[] {
  if (contents === 0 || s3Settings()) return []
  return [`${contents} contents are in a bucket, but no bucket is configured (GUILDHALL_S3_…).`]
}

export const migrateCommand: CliCommand = {
  summary: 'Apply pending database migrations. Every start does this too.',
  usage: '',
  options: {},
  positionals: 0,
  needsDatabase: true,
  async run() {
    const lines: string[] = []
    const applied = await prepareDatabase(urlsFrom(), (line) => lines.push(line))
    const done = plural(applied, 'migration was applied.', 'migrations were applied.')
    const text = [...lines, applied === 0 ? 'The database is up to date.' : done].join('\n')
    return { text, json: { applied, log: lines } }
  },
}
