/**
 * The names that fields of the same meaning have everywhere, and what people call them instead.
 *
 * Ground, pure. Source: "Tool Input/Output Schema Conventions" 2.1 and 3.1. Names are compared without case and
 * underscores: filePath, file_path and FilePath are one.
 */

type NameRule = {
  canonical: string
  side: 'input' | 'output' | 'both'
  /** The only types it is meant for: another type is another meaning. */
  types: string[]
  others: string[]
}

// biome-ignore format: a table reads in rows
const NAMES: readonly NameRule[] = [
  // What an editor tool returns is called filePath in the conventions themselves.
  { canonical: 'path',     side: 'input',  types: ['string'], others: ['file', 'filename', 'filepath', 'pathname', 'folderpath', 'notepath', 'documentpath'] },
  { canonical: 'paths',    side: 'both',   types: ['array'],  others: ['files', 'filenames', 'filepaths', 'pathnames', 'pathlist'] },
  { canonical: 'fromPath', side: 'both',   types: ['string'], others: ['sourcepath', 'srcpath', 'oldpath', 'frompath', 'sourcefile', 'originpath'] },
  { canonical: 'toPath',   side: 'both',   types: ['string'], others: ['destpath', 'destinationpath', 'dstpath', 'targetpath', 'newpath', 'topath', 'destinationfile'] },
  { canonical: 'query',    side: 'input',  types: ['string'], others: ['q', 'search', 'searchquery', 'searchtext', 'searchterm', 'searchterms', 'searchstring', 'querystring', 'querytext'] },
  { canonical: 'regex',    side: 'input',  types: ['string'], others: ['regexp', 'regularexpression', 'regexpattern', 'regexppattern'] },
  { canonical: 'glob',     side: 'input',  types: ['string'], others: ['globpattern', 'fileglob', 'pathglob', 'wildcard'] },
  { canonical: 'content',  side: 'both',   types: ['string'], others: ['filecontent', 'filecontents', 'contents', 'textcontent', 'filetext'] },
  { canonical: 'matches',  side: 'output', types: ['array'],  others: ['hits', 'searchresults', 'searchhits', 'found', 'matchlist'] },
  { canonical: 'items',    side: 'output', types: ['array'],  others: ['results', 'resultlist', 'itemlist', 'list', 'elements', 'records'] },
]

/** What the field should be called; undefined when its name is fine or means something of its own. */
export function canonicalName(
  name: string,
  side: 'input' | 'output',
  types: readonly string[],
): string | undefined {
  const plain = name.replaceAll(/[_-]/g, '').toLowerCase()
  const rule = NAMES.find(
    (each) =>
      (each.side === side || each.side === 'both') &&
      each.others.includes(plain) &&
      types.length > 0 &&
      types.every((type) => each.types.includes(type) || type === 'null'),
  )
  return rule && rule.canonical !== name ? rule.canonical : undefined
}

/** All of them, for the documentation. */
export const CANONICAL_NAMES = NAMES.map(({ canonical }) => canonical)
