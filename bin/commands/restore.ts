/** `restore FILE`: the database as it was saved, all of it or nothing. */
import path from 'node:path'
import { keepOldKeys, masterKeyOf } from '#lib/config/master-key.ts'
import { s3Settings } from '#lib/files/s3-store.ts'
import { type Manifest, sumOf } from '../backup/backup-format.ts'
import { openBackup } from '../backup/read-backup.ts'
import { type Restored, restoreBackup } from '../backup/restore-backup.ts'
import { withStoppedDatabase } from '../backup/stopped-database.ts'
import type { Command } from './command.ts'

export const restoreCommand: Command = {
  summary: 'Put a backup into the database of a Guildhall that is stopped.',
  usage: 'FILE [--replace] [--with-key]',
  options: {},
  flags: {
    replace: 'what is in the database goes, for good',
    'with-key': 'the master key of the backup opens what it sealed, here too',
  },
  words: 1,
  meetsDatabase: false,
  async run({ words: [name = ''], flags }) {
    const file = path.resolve(name)
    const backup = await openBackup(file)
    const restored = await withStoppedDatabase((databaseUrl) =>
      restoreBackup({ databaseUrl, backup, isReplacing: flags.replace === true }),
    )
    const keys = flags['with-key'] ? takeKeys(restored) : []
    const { tables, rows } = sumOf(restored.manifest)
    const { createdAt } = backup.heading
    const warnings = [...keys, ...keyWarnings(restored.manifest), ...bucketWarnings(restored.manifest)]
    return {
      text: [
        `Everything is as it was at ${createdAt}: ${rows} rows of ${tables} tables, each as it was saved, and the ledger adds up.`,
        ...warnings,
        'Start the site: work that waited then goes on, and runs that were under way are ended or done again.',
      ].join('\n'),
      json: { file, created_at: createdAt, tables, rows, warnings },
    }
  },
}

function takeKeys({ masterKeys }: Restored): string[] {
  if (masterKeys === null) return ['The backup holds no master key: it was made without --with-key.']
  const count = keepOldKeys(masterKeys)
  return count > 0
    ? ['The master key of the backup stands in master.key.old now; rotate-keys puts yours in its place.']
    : []
}

function keyWarnings({ sealedUnder }: Manifest): string[] {
  return Object.entries(sealedUnder)
    .filter(([id]) => !masterKeyOf(id))
    .map(
      ([id, count]) =>
        `${count === 1 ? 'A sealed value needs' : `${count} sealed values need`} the master key ${id}, which is not here: put it into master.key.old of the data folder or GUILDHALL_MASTER_KEY_OLD, or set anew what was sealed.`,
    )
}

function bucketWarnings({ inBucket: { contents } }: Manifest): string[] {
  if (contents === 0 || s3Settings()) return []
  return [`${contents} contents are in a bucket, and there are no settings for one (GUILDHALL_S3_…).`]
}
