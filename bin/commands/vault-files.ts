/** `vault ls`, `cat`, `put` and `rm`: files of the vault, from a terminal. */
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nameOf } from '#lib/contract/vault/vault-path.ts'
import type { FileEntry } from '#lib/vault/list-files.ts'
import { type Command, UsageError } from './command.ts'
import { PLACE_OPTIONS, PLACE_USAGE, vaultPlace } from './vault-place.ts'

export const vaultLsCommand: Command = {
  summary: 'List the files of the vault, or of one of its folders.',
  usage: `[FOLDER] [--recursive] ${PLACE_USAGE}`,
  options: PLACE_OPTIONS,
  flags: { recursive: 'everything below, however deep' },
  words: [0, 1],
  meetsDatabase: false,
  async run({ words: [prefix = ''], options, flags }) {
    const vault = await vaultPlace(options)
    const items: FileEntry[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Awaited<ReturnType<typeof vault.list>> = await vault.list({
        prefix,
        recursive: flags.recursive === true,
        offset,
      })
      items.push(...page.items)
      offset = page.nextOffset
    }
    const lines = items.map(({ path: each, kind, sizeBytes }) =>
      kind === 'folder' ? `${''.padStart(12)}  ${each}/` : `${String(sizeBytes).padStart(12)}  ${each}`,
    )
    return { text: lines.join('\n') || 'Nothing is there.', json: { items } }
  },
}

export const vaultCatCommand: Command = {
  summary: 'Write a file of the vault to standard output.',
  usage: `PATH ${PLACE_USAGE}`,
  options: PLACE_OPTIONS,
  words: 1,
  meetsDatabase: false,
  async run({ words: [place = ''], options }) {
    const content = await (await vaultPlace(options)).read(place)
    // Until everything is written: the program ends when this does.
    await pipeline(Readable.from(content), process.stdout, { end: false })
    return null
  },
}

export const vaultPutCommand: Command = {
  summary: 'Put a file, or standard input (-), into the vault.',
  usage: `FILE [PATH] [--expect ETAG] ${PLACE_USAGE}`,
  options: { ...PLACE_OPTIONS, expect: 'write only over this etag' },
  words: [1, 2],
  meetsDatabase: false,
  async run({ words: [file = '', place], options }) {
    if (file === '-' && place === undefined) throw new UsageError('Say where to put it: put - PATH')
    const target = place === undefined || place.endsWith('/') ? `${place ?? ''}${path.basename(file)}` : place
    const content = file === '-' ? process.stdin : fs.createReadStream(file)
    const written = await (await vaultPlace(options)).write(target, content, options.expect)
    const { path: at, bytesWritten, etag, mtimeMs } = written
    return { text: `${at}: ${bytesWritten} bytes`, json: { path: at, bytesWritten, etag, mtimeMs } }
  },
}

export const vaultRmCommand: Command = {
  summary: 'Move a file or a folder of the vault into the trash.',
  usage: `PATH ${PLACE_USAGE}`,
  options: PLACE_OPTIONS,
  words: 1,
  meetsDatabase: false,
  async run({ words: [place = ''], options }) {
    const { path: at, deleted, trashed } = await (await vaultPlace(options)).remove(place)
    return {
      text: `${nameOf(at)} is in the trash. Take it back with: vault undo ${at}`,
      json: { path: at, deleted, trashed },
    }
  },
}
