/** Chooses exact versions for requirements, newest first, and older ones if these cannot be combined. */
import { filter, rcompare, satisfies, valid } from '@renovatebot/pep440'
import { evaluateMarker } from '../../contracts/packages/marker.ts'
import { parseRequirement, type Requirement } from '../../contracts/packages/requirement.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { BuildError, type BuildOptions } from '../request/build-request.ts'
import { requireAllowed } from '../request/package-policy.ts'
import { nativeSentence } from './alternatives.ts'
import { isPureWheel, pythonEnvironment } from './environment.ts'
import type { IndexFile } from './simple-index.ts'
import { type Metadata, parseWheelName, sourceVersion } from './wheel.ts'

/** A wheel that was chosen, before it is unpacked. */
export type ChosenWheel = { name: string; version: string; file: IndexFile }

/** A requirement, and who has it: "This SkillSet" or "jinja2 3.1.4". */
type Need = { requirement: Requirement; by: string }

type Choice = ChosenWheel & { extras: ReadonlySet<string>; metadata: Metadata }

type Source = {
  options: BuildOptions
  listFiles(name: string): Promise<IndexFile[] | null>
  readMetadata(wheel: ChosenWheel): Promise<Metadata>
}

/** A resolution that needs more is one that nobody could follow. */
const MAX_STEPS = 5_000
const MAX_DESCRIBED = 400
const THIS_SKILL_SET = 'This SkillSet'

/** Throws BuildError, which names the first conflict, if there is no combination. */
export async function resolveRequirements(
  requirements: readonly Requirement[],
  source: Source,
): Promise<ChosenWheel[]> {
  const { options } = source
  let firstFault: BuildError | undefined
  let steps = 0
  const described = new Map<string, Promise<Metadata>>()

  function describe(wheel: ChosenWheel): Promise<Metadata> {
    const known = described.get(wheel.file.url)
    if (known) return known
    if (described.size >= MAX_DESCRIBED) throw tooHard()
    const reading = source.readMetadata(wheel)
    described.set(wheel.file.url, reading)
    return reading
  }

  /** Breadth first, so that most requirements of a package are known before it is chosen. */
  async function solve(
    open: readonly Need[],
    chosen: ReadonlyMap<string, Choice>,
  ): Promise<Choice[] | undefined> {
    steps += 1
    if (steps > MAX_STEPS) throw tooHard()
    const [need, ...rest] = open
    if (!need) return [...chosen.values()]
    const { name, extras, specifier } = need.requirement
    const choice = chosen.get(name)
    if (choice) {
      if (!satisfies(choice.version, specifier, { prereleases: true })) return conflict(choice, need, chosen)
      const more = extras.filter((extra) => !choice.extras.has(extra))
      if (more.length === 0) return solve(rest, chosen)
      const widened = { ...choice, extras: new Set([...choice.extras, ...more]) }
      return solve([...rest, ...listNeeds(choice, more)], new Map([...chosen, [name, widened]]))
    }
    return choose(need, rest, chosen)
  }

  async function choose(
    need: Need,
    rest: readonly Need[],
    chosen: ReadonlyMap<string, Choice>,
  ): Promise<Choice[] | undefined> {
    const { name, extras } = need.requirement
    requireAllowed(name, options.python)
    const needs = [need, ...rest.filter(({ requirement }) => requirement.name === name)]
    const candidates = await findCandidates(name, needs)
    for (const candidate of candidates) {
      const metadata = await describe(candidate)
      if (!supportsPython(metadata.requiresPython)) {
        note(new BuildError(pythonSentence(name), faultOf(name)))
        continue
      }
      const choice = { ...candidate, metadata, extras: new Set(extras) }
      const all = new Map([...chosen, [name, choice]])
      if (all.size > options.limits.packages)
        throw new BuildError(
          `These dependencies need more than ${options.limits.packages} packages, which is the limit.`,
          {
            code: 'POLICY_DENIED',
          },
        )
      const solved = await solve([...rest, ...listNeeds(choice, ['', ...extras])], all)
      if (solved) return solved
    }
    return undefined
  }

  async function findCandidates(name: string, needs: readonly Need[]): Promise<ChosenWheel[]> {
    const files = await source.listFiles(name)
    const specifier = needs
      .map(({ requirement }) => requirement.specifier)
      .filter(Boolean)
      .join(',')
    const candidates = files === null ? [] : usableWheels(name, files, specifier, options)
    if (candidates.length > 0) return candidates
    note(new BuildError(whyNone(name, files, needs, options), faultOf(name)))
    return []
  }

  function conflict(choice: Choice, need: Need, chosen: ReadonlyMap<string, Choice>): undefined {
    const { name, specifier } = need.requirement
    const others = [...chosen.values()].flatMap((each) =>
      listNeeds(each, ['', ...each.extras]).filter(({ requirement }) => requirement.name === name),
    )
    const own = requirements
      .filter((each) => each.name === name)
      .map((requirement) => ({ requirement, by: THIS_SKILL_SET }))
    const other = [...own, ...others].find(
      ({ by, requirement }) => by !== need.by && requirement.specifier !== specifier,
    )
    note(
      new BuildError(
        other
          ? conflictSentence([other, need])
          : conflictSentence([need, { ...need, by: `${choice.name} ${choice.version}` }]),
        faultOf(name),
      ),
    )
    return undefined
  }

  function note(fault: BuildError): void {
    firstFault ??= fault
  }

  function tooHard(): BuildError {
    return (
      firstFault ?? new BuildError('The requirements have too many combinations. Name versions more closely.')
    )
  }

  const applicable = requirements.filter(isApplicable)
  const solved = await solve(
    applicable.map((requirement) => ({ requirement, by: THIS_SKILL_SET })),
    new Map(),
  )
  if (solved) return solved.map(({ name, version, file }) => ({ name, version, file }))
  throw firstFault ?? new BuildError('The packages need versions of each other that cannot be combined.')

  function faultOf(name: string): { path: string } {
    const index = requirements.findIndex((each) => each.name === name)
    return { path: index < 0 ? '/dependencies' : toPointer(['dependencies', String(index)]) }
  }
}

/** Returns what a package needs for these extras; '' is what it always needs. */
function listNeeds({ name, version, metadata }: Choice, extras: readonly string[]): Need[] {
  return requirementsOfWheel(metadata, extras).map((requirement) => ({
    requirement,
    by: `${name} ${version}`,
  }))
}

/** Throws BuildError for a package that needs an address. */
export function requirementsOfWheel(metadata: Metadata, extras: readonly string[]): Requirement[] {
  return metadata.requires.flatMap((text) => {
    const parsed = parseRequirement(text)
    if ('requirement' in parsed) return applies(parsed.requirement, extras) ? [parsed.requirement] : []
    throw new BuildError(
      `${metadata.name} ${metadata.version} needs a package that cannot be used: ${parsed.error}.`,
    )
  })
}

/** Whether the engine needs what a SkillSet requires: a marker may exclude it. */
export function isApplicable(requirement: Requirement): boolean {
  return applies(requirement, [''])
}

function applies({ marker }: Requirement, extras: readonly string[]): boolean {
  if (!marker) return extras.includes('')
  return extras.some((extra) => evaluateMarker(marker, { ...pythonEnvironment(), extra }))
}

/** Returns what can be used, newest first. */
function usableWheels(
  name: string,
  files: readonly IndexFile[],
  specifier: string,
  options: BuildOptions,
): ChosenWheel[] {
  const usable = pureWheels(name, files).filter(
    ({ file }) => !file.isYanked && isOldEnough(file, options) && supportsPython(file.requiresPython),
  )
  const byVersion = new Map(usable.map((each) => [each.version, each]))
  return filter([...byVersion.keys()], specifier)
    .toSorted(rcompare)
    .map((version) => byVersion.get(version)!)
}

/** Returns the wheels that run wherever Python does, of versions by PEP 440. */
export function pureWheels(name: string, files: readonly IndexFile[]): ChosenWheel[] {
  return files.flatMap((file) => {
    const wheel = parseWheelName(file.filename)
    if (!wheel || wheel.name !== name || !isPureWheel(wheel) || valid(wheel.version) === null) return []
    return [{ name, version: wheel.version, file }]
  })
}

export function isOldEnough(
  { uploadedAt }: IndexFile,
  { minAgeHours }: Pick<BuildOptions, 'minAgeHours'>,
): boolean {
  return uploadedAt === undefined || Date.now() - Date.parse(uploadedAt) >= minAgeHours * HOUR_MS
}

function supportsPython(specifier: string | undefined): boolean {
  if (!specifier) return true
  return satisfies(pythonEnvironment().python_full_version ?? '', specifier, { prereleases: true })
}

function pythonSentence(name: string): string {
  return `No version of ${name} supports Python ${pythonEnvironment().python_version}, which the sandbox has.`
}

/** Says why no version can be used, in the order in which a publisher can do something about it. */
function whyNone(
  name: string,
  files: readonly IndexFile[] | null,
  needs: readonly Need[],
  options: BuildOptions,
): string {
  const by = needs[0]?.by ?? THIS_SKILL_SET
  const who = by === THIS_SKILL_SET ? '' : ` ${by} needs it.`
  if (files === null || files.length === 0) return `The index has no package ${name}.${who}`
  const specifier = needs
    .map(({ requirement }) => requirement.specifier)
    .filter(Boolean)
    .join(',')
  const fits = (version: string | undefined) =>
    version !== undefined && valid(version) !== null && satisfies(version, specifier, { prereleases: true })
  const pure = pureWheels(name, files).filter(({ version }) => fits(version))
  if (pure.length > 0) {
    const kept = pure.filter(({ file }) => !file.isYanked)
    if (kept.length === 0)
      return `All versions of ${name} that match were withdrawn by their publisher.${who}`
    if (!kept.some(({ file }) => isOldEnough(file, options)))
      return `No version of ${name} that matches is older than ${options.minAgeHours} hours.${who}`
    return `${pythonSentence(name)}${who}`
  }
  const isNative = files.some(({ filename }) => fits(parseWheelName(filename)?.version))
  if (isNative) return `${nativeSentence(name)}${who}`
  if (files.some(({ filename }) => fits(sourceVersion(filename, name))))
    return `${name} is published as source only, and building it would run its code. Skills use wheels.${who}`
  const [first, second] = needs
  if (first && second) return conflictSentence([first, second])
  return `No version of ${name} matches ${specifier || 'this requirement'}.${who}`
}

function conflictSentence([a, b]: [Need, Need]): string {
  const part = ({ by, requirement: { name, specifier } }: Need) =>
    `${by} needs ${name} ${specifier || 'in any version'}`
  return `These packages cannot be combined: ${part(a)}, but ${part(b)}.`
}
