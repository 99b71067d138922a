/** What the code of a version shows without being run: its packages, and whether it generates code. */
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { BundledPackage } from '../packages/model/bundle.ts'
import type { BehaviourLine } from './model/behaviour-profile.ts'

const GENERATORS = {
  javascript: [
    ['eval', /(?<![\w.$])eval\s{0,4}\(/],
    ['Function', /\bFunction\s{0,4}\(|\.constructor\s{0,4}\(\s{0,4}['"`]/],
  ],
  python: [
    ['eval', /(?<![\w.])eval\s{0,4}\(/],
    ['exec', /(?<![\w.])exec\s{0,4}\(/],
    ['compile', /(?<![\w.])compile\s{0,4}\(/],
    ['__import__', /\b__import__\s{0,4}\(|\bimportlib\b/],
  ],
} as const

/** Returns the lines of kinds `package` and `code`. */
export function listStaticBehaviour(
  { skills }: SkillSetDocument,
  packages: readonly BundledPackage[],
): BehaviourLine[] {
  const used = packages.filter(({ bundledBytes }) => bundledBytes > 0)
  return skills.flatMap(({ slug, kind, runtime = 'javascript', definition = '' }) => {
    if (kind === 'instruction') return []
    const line = (lineKind: 'package' | 'code', object: string): BehaviourLine => ({
      ...{ skill: slug, kind: lineKind, object, runs: 0, calls: 0 },
      ...{ sentBytes: 0, maxSentBytes: 0, receivedBytes: 0, statuses: {} },
    })
    const own = GENERATORS[runtime]
      .filter(([, pattern]) => pattern.test(definition))
      .map(([name]) => line('code', `${name} in the code of ${slug}`))
    const generating = used.filter(({ uses }) => uses.includes('code generation'))
    return [
      ...used.map(({ name }) => line('package', name)),
      ...own,
      ...generating.map(({ name }) => line('code', `the package ${name}`)),
    ]
  })
}
