import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { sandboxEnvironment } from './sandbox-environment.ts'

const OURS = [
  'GUILDHALL_SANDBOX_CACHE',
  'GUILDHALL_SANDBOX_DIR',
  'GUILDHALL_SANDBOX_JAIL',
  'GUILDHALL_SANDBOX_SOCKET',
]

test('of all that the site is set up with, its sandbox learns what it needs to run, and no credential', () => {
  const settings = fs
    .readFileSync(path.join(ROOT, '.env.example'), 'utf8')
    .match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)
  const names = [...new Set([...(settings ?? []), ...OURS, 'DATABASE_URL', 'NEXTAUTH_SECRET', 'PGPASSWORD'])]
  const env = { ...Object.fromEntries(names.map((name) => [name, `${name} of the site`])), PATH: '/bin' }

  const told = sandboxEnvironment({ socket: '/a.sock', cache: '/cache' }, { ...env, NODE_ENV: 'test' })

  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'GUILDHALL_MASTER_KEY']))
  expect(
    Object.keys(told)
      .filter((name) => name.includes('_') && told[name] !== undefined)
      .sort(),
  ).toEqual([...OURS, 'NODE_ENV'])
  expect(told).toMatchObject({ PATH: '/bin', GUILDHALL_SANDBOX_SOCKET: '/a.sock' })
})
