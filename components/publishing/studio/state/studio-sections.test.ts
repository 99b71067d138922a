import { describe, expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { countIssues, locationId, locationOfPointer, parseLocation } from './studio-sections.ts'

describe('where something is edited', () => {
  // biome-ignore format: table
  test.each([
    ['',                                  'details'],
    ['/slug',                             'details'],
    ['/categories/2',                     'details'],
    ['/skills',                           'details'],
    ['/configDefinitions/0/key',          'config'],
    ['/permissions/secrets/1/hosts/0',    'permissions'],
    ['/migrations/0/definition',          'migrations'],
    ['/changelog',                        'readme'],
    ['/skills/3',                         'skills.3.details'],
    ['/skills/3/prompt',                  'skills.3.details'],
    ['/skills/0/definition',              'skills.0.definition'],
    ['/skills/0/body',                    'skills.0.body'],
    ['/skills/0/parameters/properties/x', 'skills.0.parameters'],
    ['/skills/12/examples/0/input',       'skills.12.examples'],
    ['/skills/1/resources/0/path',        'skills.1.files'],
    ['/skills/nonsense/name',             'details'],
    ['/constructor',                      'details'],
  ])('the pointer %j of a draft is edited in the section %s', (pointer, id) => {
    expect(locationId(locationOfPointer(pointer))).toBe(id)
  })

  test('every problem of a draft is counted in exactly one section', () => {
    const issues = ['/slug', '/name', '/skills/0/name', '/skills/0/definition', '/skills/0/definition']
    const counts = countIssues(issues.map((path) => ({ path, message: 'no' })))

    expect(Object.fromEntries(counts)).toEqual({
      details: 2,
      'skills.0.details': 1,
      'skills.0.definition': 2,
    })
  })
})

describe('the section in a URL', () => {
  const document: Json = { skills: [{ slug: 'a' }, { slug: 'b', kind: 'instruction' }] }

  // biome-ignore format: table
  test.each([
    ['config',               'config'],
    ['skills.0.definition',  'skills.0.definition'],
    ['skills.1.body',        'skills.1.body'],
    ['skills.1.definition',  'skills.1.details'],
    ['skills.7.details',     'details'],
    ['skills.0.nonsense',    'details'],
    ['constructor',          'details'],
    [null,                   'details'],
  ])('the section %j of a URL opens %s', (id, location) => {
    expect(locationId(parseLocation(id, document))).toBe(location)
  })
})
