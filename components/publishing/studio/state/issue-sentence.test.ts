import { expect, test } from 'vitest'
import { issueSentence } from './issue-sentence.ts'

// biome-ignore format: table
test.each([
  ['/slug',                             'slug must be unique',       'slug must be unique'],
  ['/tagline',                          'is too long',               'tagline: is too long'],
  ['/skills/2/prompt',                  'prompt is too short',       'prompt is too short'],
  ['/skills/2/prompt',                  'must say more',             'prompt: must say more'],
  ['/skills/0/examples/1/input/city',   'must be text',              'example 2, input, city: must be text'],
  ['/configDefinitions/0/options',      'is empty',                  'config key 1, options: is empty'],
  ['',                                  'must be an object',         'must be an object'],
])('a problem of a draft at %j reads as a sentence', (path, message, sentence) => {
  expect(issueSentence({ path, message })).toBe(sentence)
})
