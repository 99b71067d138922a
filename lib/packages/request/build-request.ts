/** What the web server asks a build process, and what it answers: lines of JSON, because the process reads foreign data. */
import type { Dependencies, DependencyLock, Requirements } from '../../contracts/packages/dependencies.ts'
import type { OwnModules } from '../../contracts/packages/own-modules.ts'
import type { PackageImport } from '../../contracts/packages/package-imports.ts'
import type { Bundle } from '../model/bundle.ts'

export type BuildLimits = {
  packages: number
  unpackedBytes: number
  bundledBytes: number
}

export type BuildOptions = PackageLists & {
  registry: string
  /** For a private registry. */
  token?: string | undefined
  minAgeHours: number
  limits: BuildLimits
  python: PackageLists & {
    index: string
    /** `user:password` of a private index. */
    credentials?: string | undefined
  }
}

export type PackageLists = {
  /** Names that may be used: all if empty. `@scope/*` stands for a scope. */
  allow: readonly string[]
  deny: readonly string[]
}

/** One bundle: what a definition in JavaScript imports, and the own modules beside it. Python finds its imports while it runs. */
export type BundleEntry = {
  key: string
  runtime: 'javascript' | 'python'
  imports: PackageImport[]
  modules: OwnModules
}

export type BuildRequest = {
  /** Scratch space that the caller removes. */
  folder: string
  options: BuildOptions
  /** Resolved if there is no lock; otherwise exactly the packages of the lock are fetched. */
  dependencies: Dependencies | Requirements
  lock?: DependencyLock | undefined
  /** The lock is a claim of whoever sent the document: its dates and licences are read again, and its ages checked. */
  isClaimed?: boolean
  entries: BundleEntry[]
}

export type Built = { lock: DependencyLock; bundles: Bundle[] }

/** `path` points into the document. */
export type BuildFault = {
  code: 'INVALID_INPUT' | 'POLICY_DENIED' | 'TOOL_NOT_AVAILABLE'
  message: string
  path: string
}

export type BuildReply = { built: Built } | { fault: BuildFault }

/** Ends a build with a sentence for the publisher. */
export class BuildError extends Error {
  readonly fault: BuildFault

  constructor(message: string, fault: Partial<Omit<BuildFault, 'message'>> = {}) {
    super(message)
    this.fault = { code: 'INVALID_INPUT', path: '/dependencies', ...fault, message }
  }
}
