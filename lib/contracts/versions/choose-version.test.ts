import { expect, test } from 'vitest'
import { chooseVersion, findLatestStable, sortNewestFirst } from './choose-version.ts'
import type { VersionState } from './version-states.ts'

const version = (number: string, state: VersionState = 'PUBLISHED') => ({ id: `id-${number}`, number, state })

test('1.10.0 is newer than 1.9.0', () => {
  expect(sortNewestFirst([version('1.9.0'), version('1.10.0')])[0]?.number).toBe('1.10.0')
})

// biome-ignore format: table
test.each([
  ['the newest published one', [version('1.0.0'), version('2.0.0')], undefined, '2.0.0'],
  ['no pre-release while there is a release', [version('1.0.0'), version('2.0.0-rc.1')], undefined, '1.0.0'],
  ['a pre-release when there is nothing else', [version('2.0.0-rc.1')], undefined, '2.0.0-rc.1'],
  ['a published one before a newer deprecated one', [version('1.0.0'), version('2.0.0', 'DEPRECATED')], undefined, '1.0.0'],
  ['a deprecated one before a pre-release', [version('1.0.0', 'DEPRECATED'), version('2.0.0-a')], undefined, '1.0.0'],
  ['no yanked one while another lives', [version('1.0.0'), version('1.1.0', 'YANKED')], undefined, '1.0.0'],
  ['a yanked one when nothing else is left', [version('1.1.0', 'YANKED')], undefined, '1.1.0'],
  ['the number asked for', [version('1.0.0'), version('2.0.0')], '1.0.0', '1.0.0'],
  ['the number asked for, yanked or not', [version('1.0.0', 'YANKED'), version('2.0.0')], '1.0.0', '1.0.0'],
  ['nothing for an unknown version', [version('1.0.0')], '9.9.9', undefined],
  ['the best in the range asked for', [version('1.0.0'), version('1.2.0'), version('2.0.0')], '^1', '1.2.0'],
  ['none that was taken down for a range', [version('1.0.0'), version('1.2.0', 'YANKED')], '^1', '1.0.0'],
  ['the latest by its name', [version('1.0.0'), version('2.0.0'), version('3.0.0-rc.1')], 'latest', '2.0.0'],
  ['the number that is meant by v1.0.0', [version('1.0.0'), version('1.2.0')], 'v1.0.0', '1.0.0'],
  ['nothing for an invalid range', [version('1.0.0')], 'new', undefined],
  ['nothing for nothing asked', [version('1.0.0')], '', undefined],
  ['nothing when there are no versions', [], undefined, undefined],
] as const)('chooses %s', (_, versions, number, expected) => {
  expect(chooseVersion(versions, number)?.number).toBe(expected)
})

test('a pre-release, a deprecated or a yanked version is never the latest stable one', () => {
  expect(
    findLatestStable([version('1.0.0-beta'), version('0.9.0', 'YANKED'), version('0.8.0', 'DEPRECATED')]),
  ).toBeUndefined()
  expect(findLatestStable([version('2.0.0', 'DEPRECATED'), version('1.0.0')])?.number).toBe('1.0.0')
})
