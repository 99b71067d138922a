import type { Issue } from '../../kernel/errors.ts'
import { pointerKeys } from '../../kernel/json/json-pointer.ts'

const NO_CODE = 'Remove it: code cannot create code.'
const NO_MODULES = 'Remove it, and put the code that it loads into the definition.'

// biome-ignore format: table
const FIXES_BY_API: Record<string, string | undefined> = {
  eval: NO_CODE, Function: NO_CODE, require: NO_MODULES, import: NO_MODULES,
}

// biome-ignore format: table
const FIXES_BY_KEYWORD: Record<string, string | undefined> = {
  additionalProperties: 'Remove the key, or correct its spelling.',
  kind:                 'Remove it, or change the kind of the skill.',
  dependency:           'Add it to dependencies, with a version range such as ^1.0.0.',
  lock:                 'Resolve the packages.',
  migrate:              'Write function migrate(input) { … }.',
  url:                  'Write the whole address, for example https://example.com/logo.png.',
  options:              'List the choices in options.',
  default:              'Set a defaultValue that fits the type, or make the setting required.',
  secret:               'Remove the defaultValue. Each organisation provides its own secret.',
  example:              'Correct the example, or the schema that it has to match.',
  'example-secret':     'Remove it. Under Test settings, it is sealed and used for your tests only.',
  message:              'Declare message as { "type": "string" }, or leave it out.',
  promise:              'Mark the fields that your code always returns as required, or write "required": [] ("required": false on each field of a field map) if results may be empty.',
  range:                'Write a range such as >=1.0.0 <2.0.0.',
  dryRun:               'Set "dryRun": "supported", or correct the dryRunAmount.',
  limit:                'Lower the limit, or leave it out.',
  meaning:              'Write when to use it, what it takes and what it returns.',
}

/** What code of a skill has instead of a module of Node. */
// biome-ignore format: table
const INSTEAD_OF_MODULES: Record<string, string | undefined> = {
  assert:        'if and throw',
  buffer:        'Uint8Array, TextEncoder, atob and btoa',
  crypto:        'the global crypto, with crypto.subtle and crypto.randomUUID()',
  fs:            'context.blobs, or the vault',
  http:          'fetch',
  https:         'fetch',
  perf_hooks:    'the global performance',
  process:       'the settings of the SkillSet, in config',
  querystring:   'URLSearchParams',
  stream:        'ReadableStream and TransformStream',
  timers:        'setTimeout',
  url:           'URL and URLSearchParams',
  zlib:          'CompressionStream and DecompressionStream',
}

function insteadOf(module: string): string {
  const name = module.replace(/^node:/, '').split('/')[0]!
  const other = Object.hasOwn(INSTEAD_OF_MODULES, name) ? INSTEAD_OF_MODULES[name] : undefined
  const rule = 'Modules of Node are there for packages only.'
  return other === undefined ? `${rule} Use the web platform, or a package.` : `${rule} Use ${other}.`
}

/** Returns what to do about an issue of a document; undefined if its message says so already. */
export function suggestFix({ path, keyword = '', params = {} }: Issue): string | undefined {
  const keys = pointerKeys(path)
  const last = keys.at(-1)
  if (keyword === 'handler')
    return params.runtime === 'python'
      ? 'Define def main(args): … with one argument.'
      : 'Define async function handler(input) { … }.'
  if (keyword === 'dangerous-api')
    return params.module === undefined ? FIXES_BY_API[String(params.name)] : insteadOf(String(params.module))
  if (keyword === 'example' && last === 'examples')
    return 'Add one, for example { "title": "Two words", "input": { … } }.'
  if (keyword === 'unique') return `Choose a different ${last}.`
  if (last === 'slug') return 'Use lowercase letters, digits and underscores, for example get_weather.'
  if (Object.hasOwn(FIXES_BY_KEYWORD, keyword)) return FIXES_BY_KEYWORD[keyword]
  const isInSchema = keys[0] === 'skills' && ['parameters', 'response'].includes(keys[2] ?? '')
  return isInSchema ? 'Correct the JSON Schema here.' : undefined
}
