/**
 * Loads the demo market: a folder per publisher, a folder per SkillSet, and two files per skill.
 *
 * `skillset.json` contains the document without skills, the order of the skills, and the history (the skills
 * of earlier versions). `<slug>.json` describes a skill, `<slug>.js` or `<slug>.py` is its definition, `readme.md` the
 * SkillSet's readme. Returns ordinary SkillSet documents.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { SkillDocument, SkillSetDocument } from '../../lib/contracts/document/skillset-document.ts'
import { hasDependencies } from '../../lib/contracts/packages/dependencies.ts'
import type { JsonObject } from '../../lib/kernel/json/json.ts'

type SkillSetFile = Omit<SkillSetDocument, 'skills' | 'readme'> & {
  skills: string[]
  /** Earlier versions, oldest first. */
  history?: { version: string; changelog: string; skills: string[] }[]
  /** True for the submission that waits for review. */
  inReview?: boolean
  /** Test settings of the draft, with which its examples run. */
  testSettings?: JsonObject
}

type PublisherFile = { displayName: string; bio: string; verified: boolean; owner: string }

export type MarketSkillSet = {
  slug: string
  inReview: boolean
  /**
   * Its skills import packages, which the registry has to answer for, or are in Python, whose first run takes seconds. A start of
   * the site does not wait for it (`add-skills-with-packages.ts`).
   */
  isAddedLater: boolean
  testSettings: JsonObject
  /** Oldest first. */
  versions: SkillSetDocument[]
}

export type MarketPublisher = PublisherFile & { handle: string; skillSets: MarketSkillSet[] }

/** Returns the publishers in alphabetical order of their handles. `load-plans-and-vault.ts` loads the plans. */
export function loadDemoMarket(root = import.meta.dirname): MarketPublisher[] {
  const handles = foldersIn(root).filter((each) => fs.existsSync(path.join(root, each, 'publisher.json')))
  return handles.map((handle) => {
    const folder = path.join(root, handle)
    const skillSets = foldersIn(folder).map((slug) => loadSkillSet(path.join(folder, slug)))
    return { handle, ...readJson<PublisherFile>(path.join(folder, 'publisher.json')), skillSets }
  })
}

function loadSkillSet(folder: string): MarketSkillSet {
  const {
    skills,
    history = [],
    inReview = false,
    testSettings = {},
    ...rest
  } = readJson<SkillSetFile>(path.join(folder, 'skillset.json'))
  const readme = fs.readFileSync(path.join(folder, 'readme.md'), 'utf8')
  const documentOf = (changes: Partial<SkillSetDocument>, slugs: string[]): SkillSetDocument => ({
    ...rest,
    ...changes,
    readme,
    skills: slugs.map((slug) => loadSkill(folder, slug)),
  })
  const earlier = history.map((old) =>
    documentOf({ version: old.version, changelog: old.changelog }, old.skills),
  )
  const current = documentOf({}, skills)
  const isAddedLater = hasDependencies(rest) || current.skills.some(({ runtime }) => runtime === 'python')
  return {
    ...{ slug: rest.slug, inReview, isAddedLater, testSettings },
    versions: [...earlier, current],
  }
}

function loadSkill(folder: string, slug: string): SkillDocument {
  const skill = readJson<Omit<SkillDocument, 'slug'>>(path.join(folder, `${slug}.json`))
  const code = `${slug}.${skill.runtime === 'python' ? 'py' : 'js'}`
  return { slug, ...skill, definition: fs.readFileSync(path.join(folder, code), 'utf8') }
}

function foldersIn(folder: string): string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as T
}
