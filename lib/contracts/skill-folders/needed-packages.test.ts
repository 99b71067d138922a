import { expect, test } from 'vitest'
import { findNeededPackages } from './needed-packages.ts'

test('packages and programs that Python does not bring are named once, without the skill’s own modules', () => {
  const scripts = [
    {
      path: 'scripts/pack.py',
      text: 'import os\nimport lxml.etree\nfrom helpers import merge\nfrom . import x\n',
    },
    {
      path: 'scripts/helpers/merge.py',
      text: '  from defusedxml.minidom import parse\nfrom lxml import etree\n',
    },
    { path: 'scripts/soffice_run.py', text: 'subprocess.run(\n    ["soffice", "--headless"])\n' },
  ]

  expect(findNeededPackages(scripts)).toEqual(['defusedxml', 'lxml', 'soffice'])
})

test('packages that Node does not bring are named, with their scope', () => {
  const text =
    "import fs from 'node:fs'\nconst p = require('path')\nimport './own.js'\nimport x from '@scope/name/file'\nconst g = require('pptxgenjs')"

  expect(findNeededPackages([{ path: 'scripts/make.mjs', text }])).toEqual(['@scope/name', 'pptxgenjs'])
})

test('sentences that begin with “from” or “import”, and other files, name nothing', () => {
  const scripts = [
    { path: 'a.py', text: 'text = """\nfrom here to there\n"""' },
    { path: 'b.sh', text: 'import nothing' },
    { path: 'c.py' },
  ]

  expect(findNeededPackages(scripts)).toEqual([])
})
