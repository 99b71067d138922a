import { expect, test } from 'vitest'
import { listUsedConfig } from './used-config.ts'

const keysOf = (definition: string, runtime: 'javascript' | 'python' = 'javascript') =>
  listUsedConfig(definition, runtime).map(({ key }) => key)

// biome-ignore format: table
test.each([
  ['a member',                          'async function handler({ config }) { return fetch(config.base_url) }',                    ['base_url']],
  ['a member of a renamed parameter',   'export default async ({ config: own }) => ({ message: own.greeting })',                   ['greeting']],
  ['a destructured parameter',          'async function handler({ config: { a, b: c } }) { return { message: a + c } }',            ['a', 'b']],
  ['a destructured variable',           'async function handler({ config }) { const { a, b = 1 } = config; return a + b }',        ['a', 'b']],
  ['a literal key in brackets',         `async function handler({ config }) { return config['a_key'] }`,                            ['a_key']],
  ['an optional member with types',     'async function handler({ config }: { config: any }) { return config?.a as string }',       ['a']],
  ['one key that is used twice',        'async function handler({ config }) { return config.a + config.a }',                        ['a']],
  ['a computed key',                    'async function handler({ config, parameters }) { return config[parameters.k] }',           []],
  ['a method of every object',          `async function handler({ config }) { return config.hasOwnProperty('a') }`,                 []],
  ['another variable of that name',     'const config = { a: 1 }; async function handler({ parameters }) { return config.a }',      []],
  ['a variable that hides the config',  'async function handler({ config }) { { const config = { b: 1 }; return config.b } }',      []],
  ['a comment',                         'async function handler({ config }) { /* config.a */ return {} }',                          []],
  ['code that does not parse',          'async function handler({ config }) { config.a',                                            []],
])('the settings that JavaScript reads are found in %s', (_what, definition, keys) => {
  expect(keysOf(definition)).toEqual(keys)
})

// biome-ignore format: table
test.each([
  ['a subscript',                 'import runtime\ndef main(args):\n    return runtime.config["api_url"]',                 ['api_url']],
  ['get with a default',          'from runtime import config\ndef main(args):\n    return config.get("a", 1)',            ['a']],
  ['the name of the runtime\'s',  'import runtime\nconfig = runtime.config\ndef main(args):\n    return config["a"]',      ['a']],
  ['another variable',            'import runtime\nconfig = {"a": 1}\ndef main(args):\n    return config["a"]',            []],
  ['an attribute of something',   'def main(args):\n    return args.config["a"]',                                          []],
  ['a comment',                   'def main(args):\n    return 1  # runtime.config["a"]',                                  []],
])('the settings that Python reads are found in %s', (_what, definition, keys) => {
  expect(keysOf(definition, 'python')).toEqual(keys)
})

test('a use of a setting is told with its line and column', () => {
  expect(listUsedConfig('async function handler({ config }) {\n  return config.a\n}', 'javascript')).toEqual([
    { key: 'a', line: 2, column: 10 },
  ])
})
