import { expect, test } from 'vitest'
import { redirectWithin } from './auth-options.ts'

const SITE = 'http://localhost:3000'

// biome-ignore format: table
test.each<[wanted: unknown, target: string]>([
  ['/runs?a=1',                            `${SITE}/runs?a=1`],
  [`${SITE}/runs`,                         `${SITE}/runs`],
  ['http://localhost:3000.evil.test/',     SITE],
  ['http://localhost:3000@evil.test/',     SITE],
  ['https://localhost:3000/',              SITE],
  ['//evil.test/x',                        SITE],
  ['/\\evil.test/x',                       SITE],
  ['javascript:alert(1)',                  SITE],
  ['http://[',                             SITE],
  ['',                                     `${SITE}/`],
  [undefined,                              SITE],
  [{ startsWith: 1 },                      SITE],
  [['/runs'],                              SITE],
])('signing in with the callback address %j leads to %s', (wanted, target) => {
  expect(redirectWithin(SITE, wanted)).toBe(target)
})
