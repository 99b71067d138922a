// The way of a Python package from an index on this machine to the run of a published skill.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { lockDigest } from '../../contracts/packages/lock-digest.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { getRunPage } from '../../runs/views/get-run.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makeAdmin,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { openPythonIndex, type PythonIndex } from '../../testing/python-index.ts'
import { setUpDraftWithPackages } from '../../testing/setup/catalog/draft-with-packages.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'

let index: PythonIndex

beforeAll(async () => {
  index = await openPythonIndex()
  vi.stubEnv('GUILDHALL_PYTHON_INDEX', index.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
  index.publish(
    {
      name: 'Capital_s',
      files: {
        'capitals/__init__.py': 'from .words import capital',
        'capitals/words.py': 'def capital(text):\n    return text[0].upper() + text[1:]',
      },
    },
    {
      name: 'greeter',
      version: '1.2.0',
      requires: ['capital-s>=1', 'unneeded; extra == "more"'],
      files: {
        'greeter/__init__.py': `
from importlib import metadata, resources
from capitals import capital

def greet(name):
    word = resources.files("greeter").joinpath("data/word.txt").read_text()
    return f"{word}, {capital(name)}! ({metadata.version('greeter')})"

def fail():
    raise ValueError("not today")
`,
        'greeter/data/word.txt': 'Hello',
      },
    },
  )
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await index.close()
})

const GREET = `from greeter import greet

def main(args):
    return {"message": greet(args["name"])}`

type Skill = Partial<SkillSetDocument['skills'][number]>

function documentWith(definition: string, more: Skill = {}): SkillSetDocument {
  const skill = makeSkillDocument({
    ...{ runtime: 'python', definition, examples: [{ title: 'One', input: { name: 'oslo' } }] },
    ...more,
  })
  return makeSkillSetDocument({ skills: [skill], dependencies: ['greeter>=1,<2'] })
}

describe('a Python skill that imports a package', () => {
  test('runs as a draft, is reviewed with its packages, and runs when it is published', async () => {
    const { skillSet, ctx, slug, runDraft, resolve } = await setUpDraftWithPackages(documentWith(GREET))

    const locked = await resolve()
    expect(await runDraft(locked)).toMatchObject({
      state: 'succeeded',
      output: { message: 'Hello, Oslo! (1.2.0)' },
    })

    const submitted = await submitDraft(ctx, { skillSetId: skillSet.id })
    const submissionId = 'submissionId' in submitted ? submitted.submissionId : ''
    const admin = await contextFor(await makeAdmin())
    const { packages } = await getSubmission(admin, submissionId)
    expect(packages).toMatchObject({
      digest: lockDigest(locked.dependencyLock!),
      toAcknowledge: ['capital-s'],
      packages: [
        { name: 'capital-s', version: '1.0.0', isDirect: false, requiredBy: ['greeter'], license: 'MIT' },
        { name: 'greeter', version: '1.2.0', isDirect: true },
      ],
    })
    await approve(admin, { submissionId, reason: '', acknowledgedPackages: ['capital-s'] })

    const user = await contextFor(await makeUser(), { sandbox: connectSandbox() })
    const name = `${skillSet.publisher.handle}.${skillSet.slug}.${slug}`
    const run = await runToEnd(user, { skill: { name }, args: { name: 'bergen' } })
    expect(run).toMatchObject({ state: 'succeeded', output: { message: 'Hello, Bergen! (1.2.0)' } })
    const { receipt } = await getRunPage(user, run.id)
    expect(receipt).toMatchObject({ packagesDigest: lockDigest(locked.dependencyLock!) })
  })

  test('imports its own modules, which import packages', async () => {
    const text = 'from greeter import greet\n\ndef twice(name):\n    return greet(name) * 2'
    const document = documentWith(
      'from words import twice\n\ndef main(args):\n    return {"message": twice(args["name"])}',
      { resources: [{ path: 'code/words.py', kind: 'text/x-python', text }] },
    )
    const { runDraft, resolve } = await setUpDraftWithPackages(document)

    expect(await runDraft(await resolve())).toMatchObject({
      output: { message: 'Hello, Oslo! (1.2.0)Hello, Oslo! (1.2.0)' },
    })
  })
})
