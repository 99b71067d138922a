/** What reviewers should know about a package in a bundle. */
export type BundledPackage = {
  name: string
  version: string
  bundledBytes: number
  /** "fetch", "WebAssembly", "code generation", or modules of Node; "missing node:fs" if the sandbox lacks one. */
  uses: string[]
}

export type Bundle = {
  key: string
  /** A module in JavaScript, or a zip archive of Python's packages in Base64. */
  code: string
  /** Packages of npm may use modules of Node. */
  hasNode: boolean
  packages: BundledPackage[]
}
