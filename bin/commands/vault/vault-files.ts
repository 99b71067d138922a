import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import {
  COLLISION_STRATEGIES,
  EXPORT_LIMITS_LABEL,
  IMPORT_LIMITS_LABEL,
} from '#lib/vault/model/archive-options.ts'
import { vaultFileName } from '#lib/vault/model/vault-path.ts'
import { type CliCommand, requireOption, UsageError } from '../cli-command.ts'
import { connectVault, VAULT_OPTIONS, VAULT_USAGE } from './connect-vault.ts'

export const vaultLsCommand: CliCommand = {
  summary: 'List the files of the vault, or of one of its folders.',
  usage: `[FOLDER] [--recursive] ${VAULT_USAGE}`,
  options: VAULT_OPTIONS,
  flags: { recursive: 'include all subfolders' },
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [prefix = ''], options, flags }) {
    const vault = await connectVault(options)
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

export const vaultCatCommand: CliCommand = {
  summary: 'Print a vault file to standard output.',
  usage: `PATH ${VAULT_USAGE}`,
  options: VAULT_OPTIONS,
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [filePath = ''], options }) {
    const content = await (await connectVault(options)).read(filePath)
    await pipeline(Readable.from(content), process.stdout, { end: false })
    return null
  },
}

export const vaultPutCommand: CliCommand = {
  summary: 'Upload a file, or standard input (-), to the vault.',
  usage: `FILE [PATH] [--expect ETAG] ${VAULT_USAGE}`,
  options: { ...VAULT_OPTIONS, expect: 'write only if the file has this etag' },
  positionals: [1, 2],
  needsDatabase: false,
  async run({ positionals: [file = '', targetPath], options }) {
    if (file === '-' && targetPath === undefined) throw new UsageError('Add a path: put - PATH')
    const target =
      targetPath === undefined || targetPath.endsWith('/')
        ? `${targetPath ?? ''}${path.basename(file)}`
        : targetPath
    const vault = await connectVault(options)
    // Opened only now: an open file that is never read because the caller was refused would raise its errors nowhere.
    const content = file === '-' ? process.stdin : fs.createReadStream(file)
    const written = await vault.write(target, content, options.expect)
    const { path: at, bytesWritten, etag, mtimeMs } = written
    return { text: `${at}: ${bytesWritten} bytes`, json: { path: at, bytesWritten, etag, mtimeMs } }
  },
}

export const vaultRmCommand: CliCommand = {
  summary: 'Move a vault file or folder to the trash.',
  usage: `PATH ${VAULT_USAGE}`,
  options: VAULT_OPTIONS,
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [filePath = ''], options }) {
    const { path: at, deleted, trashed } = await (await connectVault(options)).remove(filePath)
    return {
      text: `${vaultFileName(at)} is in the trash. To restore it, run: vault undo ${at}`,
      json: { path: at, deleted, trashed },
    }
  },
}

export const vaultExportCommand: CliCommand = {
  summary: `Export the vault, or one of its folders, to a zip archive: ${EXPORT_LIMITS_LABEL}.`,
  usage: `[FOLDER] --out FILE ${VAULT_USAGE}`,
  options: { out: 'the output file; existing files are not replaced', ...VAULT_OPTIONS },
  positionals: [0, 1],
  needsDatabase: false,
  async run(input) {
    const out = requireOption(input, 'out')
    const { positionals: [prefix = ''] = [], options } = input
    const content = await (await connectVault(options)).exportZip(prefix)
    await pipeline(content, fs.createWriteStream(out, { flags: 'wx' }))
    const { size } = fs.statSync(out)
    return { text: `${out}: ${size} bytes`, json: { file: out, sizeBytes: size } }
  },
}

export const vaultImportCommand: CliCommand = {
  summary: `Import the files of a zip archive into the vault, all or none: ${IMPORT_LIMITS_LABEL}.`,
  usage: `ZIP [--into FOLDER] [--collision STRATEGY] ${VAULT_USAGE}`,
  options: {
    into: 'the target folder (default: the top level of the vault)',
    collision: `what to do if a path already exists: ${COLLISION_STRATEGIES.join(', ')} (default: error)`,
    ...VAULT_OPTIONS,
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''], options }) {
    const { into = '', collision } = options
    const strategy = COLLISION_STRATEGIES.find((each) => each === collision)
    if (collision !== undefined && !strategy)
      throw new UsageError(`--collision must be one of ${COLLISION_STRATEGIES.join(', ')}.`)
    const vault = await connectVault(options)
    const { prefix, files, folders } = await vault.importZip(fs.readFileSync(file), into, strategy)
    return {
      text: `Imported ${files} files into ${prefix === '' ? 'the vault' : `“${prefix}”`}.`,
      json: { prefix, files, folders },
    }
  },
}
