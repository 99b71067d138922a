import { expect, onTestFinished, test } from 'vitest'
import { setConnectionTimeouts } from './connection-timeouts.ts'
import { withClient } from './databases.ts'

const PASSWORD = 'of-a-test'
const NAMES = ['idle_in_transaction_session_timeout', 'tcp_user_timeout', 'tcp_keepalives_idle']

test('connections of a role in its database end their lost transactions; an operator’s own setting stays', async () => {
  const url = process.env.DATABASE_URL!
  const name = new URL(url).pathname.slice(1)
  const role = `site_${name.replaceAll(/\W/g, '_')}`
  await withClient(url, (client) => client.query(`create role ${role} login password '${PASSWORD}'`))
  onTestFinished(() =>
    withClient(url, async (client) => {
      await client.query(`alter role ${role} in database "${name}" reset all`)
      await client.query(`drop role ${role}`)
    }),
  )
  await withClient(url, (client) =>
    client.query(`alter role ${role} in database "${name}" set tcp_user_timeout = 5000`),
  )
  const siteUrl = Object.assign(new URL(url), { username: role, password: PASSWORD }).href

  // Two sites start together, and another starts later.
  await Promise.all([setConnectionTimeouts(siteUrl), setConnectionTimeouts(siteUrl)])
  await setConnectionTimeouts(siteUrl)

  const read = (from: string) =>
    withClient(from, async (client) => {
      const { rows } = await client.query<{ name: string; setting: string }>(
        'select name, setting from pg_settings where name = any($1) order by name',
        [NAMES],
      )
      return rows.map((row) => `${row.name} ${row.setting}`)
    })
  expect(await read(siteUrl)).toEqual([
    'idle_in_transaction_session_timeout 60000',
    'tcp_keepalives_idle 30',
    'tcp_user_timeout 5000',
  ])
  expect(await read(url)).toContain('idle_in_transaction_session_timeout 0')
})
