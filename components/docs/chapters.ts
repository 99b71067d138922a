/** The chapters of the documentation, by what a reader wants, each group in the order in which one would read it. */
import { paths } from '#lib/contract/market/paths.ts'

type Chapter = { href: string; title: string; text: string }

// biome-ignore format: a table reads in rows
export const CHAPTER_GROUPS: { title: string; chapters: Chapter[] }[] = [
  { title: 'Use skills', chapters: [
    { href: paths.docsQuickstart, title: 'Quickstart', text: 'Find, understand and run a skill from a program: curl, TypeScript, Python and MCP, ready to copy.' },
    { href: paths.docsApi,        title: 'HTTP API',   text: 'Run skills from any program, follow runs, upload large files; OpenAPI, and skills as tools for a model.' },
    { href: paths.docsSdk,        title: 'SDK',        text: 'Write, try and call skills from a program, with types read from their schemas.' },
    { href: paths.docsRpc,        title: 'Skills Protocol', text: 'Eight tools by which agents find, understand and run skills: JSON-RPC at /rpc, with curl to try it.' },
    { href: paths.docsMcp,        title: 'MCP',        text: 'Connect Claude, Cursor, VS Code or any other client by pasting an address.' },
  ] },
  { title: 'Publish skills', chapters: [
    { href: paths.docsPublishing, title: 'Publishing', text: 'From an empty editor to a skill that others run: the document, the handler, the checklist, the review.' },
    { href: paths.docsHandler,    title: 'Handler API', text: 'What a skill’s code can use while it runs: other skills, tools, blobs, and its limits.' },
    { href: paths.docsContracts,  title: 'Contracts',  text: 'How inputs are completed, converted and validated, what an output must satisfy, and which version number a change needs.' },
    { href: paths.docsSchemas,    title: 'Schemas',    text: 'Which JSON Schema is used, which formats are checked, and every deviation from the official test suite.' },
    { href: paths.docsLint,       title: 'Lint',       text: 'What makes a contract easy to use: every lint rule, the reason for it, and what its fix changes.' },
  ] },
  { title: 'Automate', chapters: [
    { href: paths.docsPlans,      title: 'Plans',      text: 'Multi-step workflows that survive a crash: fields, references, checks, policy, and the life of a run.' },
    { href: paths.docsTools,      title: 'Tools',      text: 'Built-in, free tools that are called like skills: the vault, the editor, commands and small helpers.' },
  ] },
  { title: 'Reference', chapters: [
    { href: paths.docsErrors,     title: 'Errors',     text: 'Every error code, what it means, and whether trying again can help.' },
    { href: paths.docsCommands,   title: 'Command line', text: 'Begin a SkillSet, test its examples, and check and compare contracts, from a terminal or in CI.' },
    { href: paths.docsSandbox,    title: 'Sandbox',    text: 'Where publishers’ code runs: how it is isolated, how to add hosts, and how fast it is.' },
  ] },
]

export const CHAPTERS = CHAPTER_GROUPS.flatMap(({ chapters }) => chapters)
