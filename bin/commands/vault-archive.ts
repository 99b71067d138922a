/** `vault export` and `vault import`: a folder of the vault as a zip archive. */
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { EXPORT_WORDS, IMPORT_WORDS } from '#lib/contract/vault/archive-limits.ts'
import { COLLISION_STRATEGIES } from '#lib/contract/vault/collision-strategies.ts'
import { type Command, requireOption, UsageError } from './command.ts'
import { PLACE_OPTIONS, PLACE_USAGE, vaultPlace } from './vault-place.ts'

export const vaultExportCommand: Command = {
  summary: `Write the vault, or one of its folders, into a zip archive: ${EXPORT_WORDS}.`,
  usage: `[FOLDER] --out FILE ${PLACE_USAGE}`,
  options: { out: 'the archive; one that is there is not replaced', ...PLACE_OPTIONS },
  words: [0, 1],
  meetsDatabase: false,
  async run(input) {
    const out = requireOption(input, 'out')
    const { words: [prefix = ''] = [], options } = input
    const content = await (await vaultPlace(options)).exportZip(prefix)
    await pipeline(content, fs.createWriteStream(out, { flags: 'wx' }))
    const { size } = fs.statSync(out)
    return { text: `${out}: ${size} bytes`, json: { file: out, sizeBytes: size } }
  },
}

export const vaultImportCommand: Command = {
  summary: `Put the files of a zip archive into the vault, all of them or none: ${IMPORT_WORDS}.`,
  usage: `ZIP [--into FOLDER] [--collision STRATEGY] ${PLACE_USAGE}`,
  options: {
    into: 'the folder that they go into; the vault itself when left out',
    collision: `when a path is taken: ${COLLISION_STRATEGIES.join(', ')}; error when left out`,
    ...PLACE_OPTIONS,
  },
  words: 1,
  meetsDatabase: false,
  async run({ words: [file = ''], options }) {
    const { into = '', collision } = options
    const strategy = COLLISION_STRATEGIES.find((each) => each === collision)
    if (collision !== undefined && !strategy)
      throw new UsageError(`--collision is one of ${COLLISION_STRATEGIES.join(', ')}.`)
    const vault = await vaultPlace(options)
    const { prefix, files, folders } = await vault.importZip(fs.readFileSync(file), into, strategy)
    return {
      text: `${files} files are in ${prefix === '' ? 'the vault' : `“${prefix}”`}.`,
      json: { prefix, files, folders },
    }
  },
}
