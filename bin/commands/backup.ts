/** `backup FILE`: everything in the database, while the site goes on. */
import path from 'node:path'
import { masterKeyLines } from '#lib/config/master-key.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import { type Manifest, sumOf } from '../backup/backup-format.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Command } from './command.ts'

export const backupCommand: Command = {
  summary: 'Save everything in the database in one file, while the site goes on.',
  usage: 'FILE [--with-key]',
  options: {},
  flags: { 'with-key': 'the master key too: whoever has the file can then open all sealed settings' },
  words: 1,
  meetsDatabase: true,
  async run({ words: [name = ''], flags }) {
    const file = path.resolve(name)
    const startedMs = performance.now()
    const masterKeys = flags['with-key'] ? masterKeyLines() : undefined
    const databaseUrl = process.env.DATABASE_URL ?? ''
    const { manifest, heading, fileBytes } = await writeBackup({ databaseUrl, file, masterKeys })
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    const { tables, rows } = sumOf(manifest)
    return {
      text: [
        `${file} holds everything as it was at ${heading.createdAt}: ${rows} rows of ${tables} tables, ${sizeWords(fileBytes)}, written in ${seconds} s.`,
        ...keyWords(manifest, masterKeys !== undefined),
        ...bucketWords(manifest),
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

function keyWords({ sealedUnder }: Manifest, isInside: boolean): string[] {
  const sealed = Object.values(sealedUnder).reduce((sum, each) => sum + each, 0)
  if (isInside) return ['The master key is in it: keep the file as you keep the key.']
  if (sealed === 0) return []
  return [
    `${sealed === 1 ? 'A sealed value opens' : `${sealed} sealed values (settings, secrets of webhooks) open`} only with the master key, and it is not in the file: keep master.key of the data folder, or GUILDHALL_MASTER_KEY, somewhere else.`,
  ]
}

function bucketWords({ inBucket: { contents, bytes } }: Manifest): string[] {
  if (contents === 0) return []
  return [
    `${contents} contents (${sizeWords(bytes)}) are in the bucket and not in the file, which names them: save the bucket by its own means.`,
  ]
}
