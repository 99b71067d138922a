import { describe, expect, test } from 'vitest'
import { draftPrograms } from './callable-programs.ts'

const draft = (files: Record<string, string>) =>
  draftPrograms(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    'tools',
  )

describe('a program that cannot run is named with the reason:', () => {
  test.each([
    ['scripts/a.py', 'import requests\nprint(1)', /opens connections of its own \(requests\)/],
    ['scripts/a.py', 'import urllib.request\nprint(1)', /opens connections of its own/],
    ['scripts/a.py', 'import os\nos.system("ls")', /starts other programs \(os\)/],
    ['scripts/a.py', 'import json, subprocess\nprint(1)', /starts other programs \(subprocess\)/],
    ['scripts/a.py', 'import tkinter\nprint(1)', /needs a screen/],
    [
      'scripts/a.py',
      'import lxml\nprint(1)',
      /line 1: lxml is not available: lxml is not in the dependencies/,
    ],
    ['scripts/a.rb', 'puts 1', /another language/],
    ['scripts/a.js', 'import { x } from "./x.js"\nconsole.log(x)', /it imports \.\/x\.js/],
    ['scripts/a.js', 'import path from "node:path"\nconsole.log(path)', /it imports node:path/],
    ['scripts/a.js', 'import x from "left-pad"\nconsole.log(x)', /“left-pad” is not in the dependencies/],
    ['scripts/a.js', 'eval("1")', /eval not allowed/],
    ['scripts/a.js', 'console.log(import.meta.url)', /import not allowed/],
    ['scripts/a.js', 'export const a = 1', /it is a module and no program/],
    ['scripts/a.js', 'const = 1', /line 1/],
  ])('%s with %j', (path, text, reason) => {
    expect(draft({ [path]: text })).toMatchObject({
      skills: [],
      refused: [{ path, reason: expect.stringMatching(reason) }],
    })
  })
})

test('only programs below scripts and bin become skills; modules that they import do not', () => {
  const { skills, refused } = draft({
    'setup.py': 'print(1)',
    'scripts/lib/__init__.py': '',
    'scripts/util.py': 'X = 1\ndef f():\n    return X\n',
    'scripts/a.py': 'from lib import x\nimport util\nprint(util.X)',
    'bin/b.js': 'console.log(1)',
  })

  expect(skills.map(({ slug, runtime }) => [slug, runtime])).toEqual([
    ['a', 'python'],
    ['b', undefined],
  ])
  expect(refused).toEqual([])
})

test('packages come from requirements.txt, from the program itself, and for JavaScript from package.json', () => {
  const script = '# /// script\n# dependencies = ["rich>=13"]\n# ///\nimport rich\nimport humanize\nprint(1)'

  expect(draft({ 'requirements.txt': 'humanize==4.9\n', 'scripts/a.py': script })).toMatchObject({
    skills: [{ slug: 'a' }],
    dependencies: ['humanize==4.9', 'rich>=13'],
  })
  const js = 'import x from "shout"\nconsole.log(x)'
  expect(
    draft({ 'package.json': '{"dependencies": {"shout": "^1.0.0"}}', 'scripts/a.js': js }),
  ).toMatchObject({
    skills: [{ slug: 'a' }],
    dependencies: { shout: '^1.0.0' },
  })
})

test('npm packages beside Python packages are refused, because a SkillSet has packages of one language', () => {
  const drafted = draft({
    'requirements.txt': 'humanize',
    'package.json': '{"dependencies": {"shout": "^1.0.0"}}',
    'scripts/a.py': 'import humanize\nprint(1)',
    'scripts/b.js': 'import x from "shout"\nconsole.log(x)',
    'scripts/c.js': 'console.log(1)',
  })

  expect(drafted).toMatchObject({ dependencies: ['humanize'], refused: [{ path: 'scripts/b.js' }] })
  expect(drafted.skills.map(({ slug }) => slug)).toEqual(['a', 'c'])
})

test('programs of the same name, and one like the Agent Skill, get slugs of their own', () => {
  const { skills } = draft({
    'scripts/tools.js': 'console.log(1)',
    'scripts/a.js': 'console.log(1)',
    'scripts/x/a.py': 'print(1)',
  })

  expect(skills.map(({ slug }) => slug)).toEqual(['tools_2', 'a', 'a_2'])
})

test('of many programs, the first twenty become skills, and the others are named', () => {
  const files = Object.fromEntries(
    Array.from({ length: 22 }, (_, at) => [`scripts/p${at}.js`, 'console.log(1)']),
  )

  const { skills, refused } = draft(files)

  expect([skills.length, refused.length]).toEqual([20, 2])
  expect(refused[0]?.reason).toBe('at most 20 programs of a folder become skills')
})
