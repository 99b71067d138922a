import { expect, test } from 'vitest'
import { inspectDefinition } from '../handler/inspect-definition.ts'
import { suggestFix } from './issue-fix.ts'

const HANDLER = 'export default async function handler() { return {} }'

// biome-ignore format: table
test.each([
  ["import { createHash } from 'node:crypto'", 'Modules of Node are there for packages only. Use the global crypto, with crypto.subtle and crypto.randomUUID().'],
  ["import crypto from 'crypto'",              'Modules of Node are there for packages only. Use the global crypto, with crypto.subtle and crypto.randomUUID().'],
  ["import fs from 'fs/promises'",             'Modules of Node are there for packages only. Use context.blobs, or the vault.'],
  ["import os from 'node:os'",                 'Modules of Node are there for packages only. Use the web platform, or a package.'],
  ["import x from '../secret.js'",             'Remove it, and put the code that it loads into the definition.'],
])('a publisher whose code has “%s” is told what to use instead', (statement, fix) => {
  const fixes = inspectDefinition(`${statement}\n${HANDLER}`).map(suggestFix)

  expect(fixes).toEqual([fix])
})
