import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../runtime/project-root.ts'
import { sandboxEnvironment } from './start-site.ts'

const OURS = [
  'GUILDHALL_SANDBOX_CACHE',
  'GUILDHALL_SANDBOX_DIR',
  'GUILDHALL_SANDBOX_JAIL',
  'GUILDHALL_SANDBOX_SOCKET',
]

test('the sandbox receives only the settings it needs to run, and no credentials', () => {
  const settings = fs
    .readFileSync(path.join(PROJECT_ROOT, '.env.example'), 'utf8')
    .match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)
  const names = [...new Set([...(settings ?? []), ...OURS, 'DATABASE_URL', 'NEXTAUTH_SECRET', 'PGPASSWORD'])]
  const env = { ...Object.fromEntries(names.map((name) => [name, `${name} of the site`])), PATH: '/bin' }

  const environment = sandboxEnvironment(
    { socket: '/a.sock', cache: '/cache', isLocalSite: false },
    { ...env, NODE_ENV: 'test' },
  )

  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'GUILDHALL_MASTER_KEY']))
  expect(
    Object.keys(environment)
      .filter((name) => name.includes('_') && environment[name] !== undefined)
      .sort(),
  ).toEqual([...OURS, 'NODE_ENV'])
  expect(environment).toMatchObject({ PATH: '/bin', GUILDHALL_SANDBOX_SOCKET: '/a.sock' })
})

test.each([
  [true, '1'],
  [false, undefined],
])(
  'only the start decides whether the site is local (%s), not a setting of that name',
  (isLocalSite, value) => {
    const env = { NODE_ENV: 'test', GUILDHALL_SANDBOX_LOCAL_SITE: '1' } as const

    const given = sandboxEnvironment({ socket: '/a.sock', cache: '/cache', isLocalSite }, env)

    expect(given.GUILDHALL_SANDBOX_LOCAL_SITE).toBe(value)
  },
)
