import { expect, test } from 'vitest'
import { isFarReachingKey } from './manage-api-keys.ts'

const key = { name: 'A key', expiresInDays: 30 }

// biome-ignore format: table
test.each<[sentence: string, given: unknown, isFarReaching: boolean]>([
  ['makes changes',                   { ...key, scopes: ['read', 'write'] },                                          true],
  ['makes changes in one SkillSet',   { ...key, scopes: ['write'], skillSets: ['acme.tools'] },                       true],
  ['runs everything without a cap',   { ...key, scopes: ['run'] },                                                    true],
  ['publishes one SkillSet',           { ...key, scopes: ['publish'], skillSets: ['acme.tools'] },                     true],
  ['has the reserved scope',          { ...key, scopes: ['admin'] },                                                  true],
  ['only reads',                      { ...key, scopes: ['read'] },                                                   false],
  ['runs up to a total',              { ...key, scopes: ['read', 'run'], total: '1' },                                false],
  ['runs up to a cap',                { ...key, scopes: ['read', 'run'], dailyCap: '1' },                             false],
  ['runs one SkillSet',               { ...key, scopes: ['run'], skillSets: ['acme.tools'] },                         false],
  ['runs one toolset',                { ...key, scopes: ['run'], toolset: 'support' },                                false],
  ['is refused anyway',               { scopes: 'write' },                                                            false],
  ['is nothing',                      null,                                                                           false],
])('a key that %s', (_, given, isFarReaching) => {
  expect(isFarReachingKey(given)).toBe(isFarReaching)
})
