import { describe, expect, test } from 'vitest'
import { findLicense, isSpdxExpression } from './find-license.ts'

const README = { path: 'skills/a/SKILL.md' }
const file = (text: string, path = 'LICENSE') => [{ path, text }]

describe('the text of a licence is recognised:', () => {
  test.each([
    [
      'Apache-2.0',
      '                                 Apache License\n                           Version 2.0, January 2004\n',
    ],
    ['GPL-3.0-only', 'GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007'],
    ['LGPL-3.0-only', 'GNU LESSER GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007'],
    ['MPL-2.0', 'Mozilla Public License Version 2.0\n===='],
    [
      'ISC',
      'ISC License\n\nPermission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted, provided that the above',
    ],
    [
      '0BSD',
      'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.',
    ],
    [
      'BSD-3-Clause',
      'Redistribution and use in source and binary forms, with or without modification, are permitted. 3. Neither the name of the',
    ],
    [
      'BSD-2-Clause',
      'Redistribution and use in source and binary forms, with or without modification, are permitted.',
    ],
    ['CC-BY-4.0', 'Attribution 4.0 International\n====='],
    ['Unlicense', 'This is free and unencumbered software released into the public domain.'],
  ])('%s', (name, text) => {
    expect(findLicense(README, [file(text)])).toEqual({ name, source: 'LICENSE', isSpdx: true })
  })
})

test('an unknown text is shown by its first line, and is no SPDX expression', () => {
  expect(findLicense(README, [file('\n  © 2026 Ada.\nAll rights reserved.')])).toEqual({
    name: '© 2026 Ada.',
    source: 'LICENSE',
    isSpdx: false,
  })
})

test('terms of a skill are not replaced by the licence of its repository', () => {
  const mit = [{ path: 'package.json', text: '{"license": "MIT"}' }]

  expect(findLicense({ ...README, license: 'Proprietary' }, [[], mit])).toMatchObject({ name: 'Proprietary' })
  expect(findLicense(README, [[], mit])).toEqual({ name: 'MIT', source: 'package.json', isSpdx: true })
})

test('a sentence that points to a file yields to a known text in that file', () => {
  const license = 'Complete terms in LICENSE.txt'
  const text = 'Apache License Version 2.0, January 2004'

  expect(findLicense({ ...README, license }, [file(text, 'skills/a/LICENSE.txt')])).toMatchObject({
    name: 'Apache-2.0',
  })
})

test('a package.json without a licence, and one that is no JSON, state none', () => {
  const texts = ['{}', '{"license": {"type": "MIT"}}', 'nonsense']

  expect(findLicense(README, [texts.map((text) => ({ path: 'package.json', text }))])).toBeUndefined()
})

test.each([
  ['MIT', true],
  ['(MIT OR Apache-2.0)', true],
  ['GPL-2.0-or-later WITH Classpath-exception-2.0', true],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['LicenseRef-Ours', false],
  ['', false],
])('%j is an SPDX expression: %s', (text, expected) => {
  expect(isSpdxExpression(text)).toBe(expected)
})
