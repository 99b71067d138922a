import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AVAILABLE_NODE_MODULES } from '../../lib/packages/build/node-modules.ts'

test('packages are bundled with the modules of Node that isolates have', () => {
  const source = fs.readFileSync(path.join(import.meta.dirname, 'node-modules.js'), 'utf8')
  const [, list = ''] = /const AVAILABLE = \[([^\]]+)\]/.exec(source) ?? []

  expect([...list.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(AVAILABLE_NODE_MODULES)
})
