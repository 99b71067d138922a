import { describe, expect, test } from 'vitest'
import { findConfusion, toSkeleton } from './confusable-names.ts'

describe('reserved names', () => {
  test.each([
    'Guildhall',
    'GUILDHALL',
    'Guildhаll', // Cyrillic а
    'Ｇｕｉｌｄｈａｌｌ',
    '𝕲𝖚𝖎𝖑𝖉𝖍𝖆𝖑𝖑',
    'Guíldhàll',
    'guildha11',
    'Gui1dhaIl',
    'Guild-hall',
    'G u i l d h a l l',
    'Guild\u200bhall',
    'The Guildhall Team',
    'Admin',
    'Аdmin', // Cyrillic А
    '4dm1n',
    'Adrnin',
    'Official Northlight',
    'Verified publisher',
    'Supp0rt',
    'O f f i c i a l',
    'OfficialTools',
    'Øfficial Tools',
    'Guildhall\u3164',
    'Ⓖⓤⓘⓛⓓⓗⓐⓛⓛ',
  ])('%s', (name) => expect(findConfusion(name)).toBe('reserved'))

  test.each([
    '✓ Northlight',
    'Northlight ✔',
    'Northlight ✅',
    '☑ Ada',
    '🛡 Ada',
    'Ada 🛡️',
    'Ada ★',
    'Ada ꪜ',
    'Ada ⍻',
    'Ada 🏵',
    'Ada 🌟',
    'Ada ⭑',
    'Ada ✰',
    'Ada 💠',
    'Ada ⓥ',
  ])('%s', (name) => expect(findConfusion(name)).toBe('badge'))

  test.each([
    'north_light',
    'Northlight',
    'N0rthlight',
    'nоrthlight',
    'north light',
    'NorthIight',
    'Northlight\u3164',
    'North\u115flight',
    'Northlight\u2800',
    'Northlight ™',
    'Northlight®',
  ])('%s, which looks like a verified publisher', (name) =>
    expect(findConfusion(name, ['northlight'])).toBe('verified'),
  )
})

test.each([
  'Ada Lovelace',
  'Björk Guðmundsdóttir',
  'Иван Петров',
  '山田太郎',
  'محمد',
  'Guild of Bakers',
  'Town Hall',
  'Administer Ltd',
  'Supporters of Nothing',
  'Northlights',
  'Ada 2',
  'Unofficial Tools',
  'A B C',
  'Søren Kierkegaard',
  '—',
])('%s may', (name) => expect(findConfusion(name, ['northlight', 'Acme'])).toBeUndefined())

test('a skeleton is equal for names that look alike, and differs for others', () => {
  expect(toSkeleton('modern')).toBe(toSkeleton('modem'))
  expect(toSkeleton('pаypаl')).toBe(toSkeleton('PayPal'))
  expect(toSkeleton('Ada')).not.toBe(toSkeleton('Ida'))
})
