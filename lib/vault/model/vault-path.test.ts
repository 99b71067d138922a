import { describe, expect, test } from 'vitest'
import { readCorpus, withCorpus } from '../../testing/corpus.ts'
import {
  extensionOf,
  folderOf,
  isWithin,
  listFolders,
  numberedPath,
  parseVaultFolder,
  parseVaultPath,
  vaultFileName,
  vaultKey,
  vaultPathError,
} from './vault-path.ts'

// biome-ignore format: table
test.each<[string, string]>([
  ['',                       'empty'],
  ['/',                      'start with “/”'],
  ['/etc/passwd',            'start with “/”'],
  ['//server/share',         'start with “/”'],
  ['..',                     '“..”'],
  ['../secret.md',           '“..”'],
  ['a/../../b.md',           '“..”'],
  ['a/..',                   '“..”'],
  ['./a.md',                 '“.”'],
  ['a/./b.md',               '“.”'],
  ['a//b.md',                'empty name'],
  ['a/',                     'empty name'],
  ['C:/Windows/a.md',        'drive letter'],
  ['c:a.md',                 'drive letter'],
  ['file://a.md',            '“://”'],
  ['notes/http://x',         '“://”'],
  ['a\\b.md',                'backslashes'],
  ['..\\a.md',               'backslashes'],
  [' ',                      'a blank name'],
  ['a/\u00a0\u3000/b.md',     'a blank name'],
  ['\u3164',                 'a blank name'],
  ['a\0.md',                 'NUL'],
  ['a\nb.md',                'control characters'],
  ['a\u007f.md',             'control characters'],
  ['a\u0085.md',             'control characters'],
  ['a\u2028.md',             'control characters'],
  ['a\ud800.md',             'well-formed'],
  ['a\u202egnp.exe',         'change the text direction'],
  ['\u2066a\u2069.md',       'change the text direction'],
  ['a\u200bb',               'invisible'],
  ['\ufeffa',                'invisible'],
  ['a\u00adb',               'invisible'],
  ['\ufffd.md',              'invisible'],
  ['a'.repeat(1_025),        'at most 1024 bytes'],
  ['é'.repeat(513),          'at most 1024 bytes'],
  [`${'e\u0301'.repeat(513)}`, 'at most 1024 bytes'],
])('the vault path %j is refused: %s', (path, reason) => {
  expect(vaultPathError(path)).toContain(reason)
  expect(() => parseVaultPath(path)).toThrowError(expect.objectContaining({ code: 'POLICY_DENIED' }))
})

// biome-ignore format: table
test.each([
  'a', 'Folder/Note.md', '.env', '...', 'a..b/c...', '..a/b..', ' a ', 'ab:c.md', 'CON', '%2e%2e/a', '~/a', 'a/%00',
  '日本語/ノート.md', 'می\u200cخواهم', 'עברית.md', '👩‍👩‍👧.md', 'a'.repeat(1_024), 'é'.repeat(512), 'e\u0301'.repeat(512), '$HOME/a', '*?"<>|',
])('%j is a valid vault path', (path) => {
  expect(parseVaultPath(path)).toBe(path.normalize('NFC'))
})

test('two Unicode spellings of one name are one vault path', () => {
  expect(parseVaultPath('Cafe\u0301.md')).toBe('Caf\u00e9.md')
})

test.each([
  ['', ''],
  ['/', ''],
  ['Notes/', 'Notes'],
  ['Notes', 'Notes'],
])('the vault folder %j is normalised to %j', (given, folder) => {
  expect(parseVaultFolder(given)).toBe(folder)
})

test.each(['//', 'Notes//', '/Notes', '../', 'a/../'])('%j is refused as a vault folder', (given) => {
  expect(() => parseVaultFolder(given)).toThrowError(expect.objectContaining({ code: 'POLICY_DENIED' }))
})

test.each([
  ['Notes/A.md', 'notes/a.MD'],
  ['STRASSE', 'straße'],
  ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
  ['ﬁn', 'FIN'],
  ['Caf\u00e9', 'CAFE\u0301'],
  ['İ', 'i\u0307'],
  ['ẞ.md', 'ß.md'],
  ['STRAẞE', 'strasse'],
])('%j and %j are the same name in a folder', (a, b) => {
  expect(vaultKey(a)).toBe(vaultKey(b))
})

test.each([
  ['a', 'á'],
  ['a b', 'ab'],
  ['Ω.md', 'ω.txt'],
])('%j and %j are two names in a folder', (a, b) => {
  expect(vaultKey(a)).not.toBe(vaultKey(b))
})

test('a vault path is split at its slashes', () => {
  expect([folderOf('a/b/c.md'), folderOf('c.md')]).toEqual(['a/b', ''])
  expect([vaultFileName('a/b/c.md'), vaultFileName('c.md')]).toEqual(['c.md', 'c.md'])
  expect(listFolders('a/b/c.md')).toEqual(['a', 'a/b'])
  expect([isWithin('a/b', 'a'), isWithin('ab', 'a'), isWithin('a', 'a'), isWithin('x', '')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([extensionOf('a.b/c.MD'), extensionOf('a.b/c'), extensionOf('.env')]).toEqual(['md', '', ''])
})

test.each([
  ['Title.md', 'Title (2).md'],
  ['a.b/Title', 'a.b/Title (2)'],
  ['.env', '.env (2)'],
  ['a.tar.gz', 'a.tar (2).gz'],
])('a second file called %j gets the name %j', (path, second) => {
  expect(numberedPath(path, 2)).toBe(second)
})

describe('naughty strings', () => {
  const rows = readCorpus<{ value: string }>('naughty-strings') ?? []

  test(
    'naughty strings are stable names of files, or are refused by a rule',
    withCorpus(rows.length > 0),
    () => {
      for (const { value } of rows) {
        if (vaultPathError(value)) continue
        const path = parseVaultPath(value)
        expect(parseVaultPath(path)).toBe(path)
        expect(vaultKey(vaultKey(path))).toBe(vaultKey(path))
        expect(path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')).toBe(true)
        expect(new TextEncoder().encode(vaultKey(path)).length).toBeLessThanOrEqual(2 * 1_024)
      }
    },
  )
})
