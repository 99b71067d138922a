import { expect, test } from 'vitest'
import { RUN_CHANNELS } from '../runs/model/run-channels.ts'
import { auditSearch, parseActivityQuery, parseAuditQuery, parseInstants } from './audit-query.ts'

const parse = (search: string) => parseAuditQuery(new URLSearchParams(search))

test('the filters of the audit log are read from the URL, without space around them', () => {
  expect(
    parse('action=version.approve&actor=%20Ada%20&actorId=u1&subject=press&from=2026-01-02&to=2026-01-03'),
  ).toEqual({
    action: 'version.approve',
    actor: 'Ada',
    actorId: 'u1',
    subject: 'press',
    from: '2026-01-02',
    to: '2026-01-03',
  })
})

test.each(['from=yesterday', 'from=2026-13-40', 'from=2026-1-2', 'from='])(
  'the audit log ignores %s, which is not a day',
  (search) => {
    expect(parse(search).from).toBe('')
  },
)

test('the audit log ignores a name that no column can store', () => {
  expect(parse('actor=%00&subject=a%00b&action=%00')).toMatchObject({ actor: '', subject: '', action: '' })
})

test('the audit log cuts an endless name to 100 characters', () => {
  expect(parse(`actor=${'x'.repeat(5_000)}`).actor).toHaveLength(100)
})

test('a period of the audit log includes both of its days', () => {
  expect(parseInstants({ from: '2026-01-02', to: '2026-01-02' })).toEqual({
    from: new Date('2026-01-02T00:00:00Z'),
    until: new Date('2026-01-03T00:00:00Z'),
  })
  expect(parseInstants({ from: '', to: '' })).toEqual({})
})

test('the query of the audit log is written to the URL without empty filters', () => {
  expect(auditSearch(parse('actor=Ada&from=never'))).toBe('?actor=Ada')
  expect(auditSearch(parse('actor=Ada'), 'id')).toBe('?actor=Ada&after=id')
  expect(auditSearch(parse(''))).toBe('')
})

test.each(RUN_CHANNELS)('the activity of the site can be filtered by the channel %s', (channel) => {
  expect(parseActivityQuery(new URLSearchParams({ channel }))).toMatchObject({ channel })
})

test('an unknown channel is ignored, and the former name of the parameter works', () => {
  expect(parseActivityQuery(new URLSearchParams({ channel: 'pigeon' })).channel).toBe('')
  expect(parseActivityQuery(new URLSearchParams({ door: 'mcp' })).channel).toBe('mcp')
})
