/**
 * `layers.test.ts` checks that a folder imports only itself, lower layers of its area, and other areas as `MAY_USE`
 * allows. Put a new folder into the lowest layer that its imports allow.
 *
 * A subject of `lib` has up to three kinds of folders. Its `model` holds pure terms, for the browser too, and imports
 * other models and what is below them. Its `rows` hold its queries: only they and `kernel/db` name Prisma, and any service
 * may read the rows of another subject, since one decision often needs several. All other files are its services, which
 * import the services of lower subjects only.
 */
export const LAYERS: Record<'lib' | 'components' | 'sandboxd' | 'bin', string[][]> = {
  lib: [
    ['kernel'],
    ['json-schema'],
    ['contracts'],
    ['*/model', 'sandbox'],
    ['*/rows'],
    ['context', 'settings'],
    ['audit', 'monitoring'],
    ['blobs', 'installs', 'packages'],
    ['config', 'vault'],
    ['notices', 'tools'],
    ['admin', 'auth', 'integrations', 'money'],
    ['accounts', 'behaviour', 'catalog'],
    ['organisations', 'toolsets'],
    ['runs'],
    ['plans'],
    ['automations', 'publishing'],
    ['account-data', 'protocols'],
  ],
  components: [
    ['browser'],
    ['ui'],
    ['audit', 'auth', 'blobs', 'code-editor', 'docs', 'notices'],
    ['drafts', 'output', 'vault'],
    ['contracts', 'forms'],
    ['catalog', 'config', 'integrations', 'skill-app'],
    ['command-palette', 'installs', 'plans', 'toolsets'],
    ['shell'],
    ['accounts'],
    ['admin', 'automations', 'money', 'organisations'],
    ['runs'],
    ['publishing'],
  ],
  sandboxd: [
    ['egress', 'job', 'os'],
    ['engine'],
    ['cloudflare', 'jail'],
    ['process'],
    ['pool', 'python'],
    ['run'],
    ['.'],
  ],
  bin: [['worker'], ['server'], ['backup', 'structure', 'testing'], ['bench', 'commands'], ['client'], ['.']],
}

/** Other paths are outside the layers. */
export const MAY_USE: Record<string, string[]> = {
  lib: [],
  sandboxd: ['lib'],
  components: ['lib'],
  app: ['lib', 'components'],
  prisma: ['lib', 'bin', 'sandboxd'],
  bin: ['lib', 'sandboxd', 'prisma'],
}

/**
 * The room of a file as `LAYERS` names it: its first folder within the area, "*\/model" or "*\/rows" for those folders
 * of a subject of `lib`, and "." for a file beside the folders.
 */
export function findRoom(file: string): string {
  const [area, first = '', second = '', ...rest] = file.split('/')
  if (!second) return '.'
  return area === 'lib' && rest.length > 0 && /^(model|rows)$/.test(second) ? `*/${second}` : first
}
