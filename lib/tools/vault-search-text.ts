/** `vault.searchText`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.9. */
import { MAX_QUERY_CHARS } from '../vault/line-finder.ts'
import {
  DEFAULT_MATCHES,
  DEFAULT_SNIPPET,
  MAX_MATCHES,
  type SearchResult,
  type SearchWanted,
  searchText,
} from '../vault/search.ts'
import type { Tool } from './tool.ts'
import { vaultOfTool } from './tool-vault.ts'
import { pathField } from './vault-schemas.ts'

export const vaultSearchText: Tool<SearchWanted, SearchResult> = {
  name: 'vault.searchText',
  title: 'Search texts',
  description:
    'Finds words or a pattern in the text files of the vault, line by line. What takes too long is given as far as it came, and truncated.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_QUERY_CHARS,
        description: 'The words, or a regular expression without lookaround and backreferences.',
      },
      mode: { type: 'string', enum: ['plain', 'regex'], default: 'plain', description: 'What the query is.' },
      paths: {
        type: 'array',
        maxItems: 1_000,
        items: { type: 'string' },
        description: 'Only in these files and folders.',
      },
      caseSensitive: {
        type: 'boolean',
        description: 'Whether capital letters count; they do not when absent.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_MATCHES,
        default: DEFAULT_MATCHES,
        description: 'The most matches to give.',
      },
      snippetLength: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        default: DEFAULT_SNIPPET,
        description: 'The most characters of the line to show around a match.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['matches', 'truncated'],
    properties: {
      matches: {
        type: 'array',
        description: 'What was found, in the order of the paths.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['path', 'snippet'],
          properties: {
            path: pathField('The file.'),
            line: { type: 'integer', minimum: 0, description: 'The line, from 0.' },
            start: {
              type: 'integer',
              minimum: 0,
              description: 'Where it begins in the file, in UTF-16 code units.',
            },
            end: { type: 'integer', minimum: 0, description: 'Where it ends, not included.' },
            snippet: { type: 'string', description: 'The line, or so much of it around the match.' },
          },
        },
      },
      truncated: { type: 'boolean', description: 'True when there may be more.' },
    },
  },
  preview: [
    { given: 'paths', say: 'Search for “{query}” in {paths}' },
    { say: 'Search for “{query}” in the vault' },
  ],
  run: (input, world) => searchText(vaultOfTool(world), input, { signal: world.signal }),
}
