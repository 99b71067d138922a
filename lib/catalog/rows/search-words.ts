import type { Database } from '../../kernel/db/prisma-client.ts'

export type SearchWordRow = {
  word: string
  /** Null for a word that the index leaves out, such as "the". */
  stem: string | null
  /** Entries that contain the word as written; those in `stemEntries` contain its stem. */
  entries: number
  stemEntries: number
  prefixEntries: number
}

export async function lookUpVocabulary(
  db: Database,
  words: readonly string[],
): Promise<{ rows: SearchWordRow[]; entries: number }> {
  const rows = await db.$queryRaw<SearchWordRow[]>`
    SELECT typed."word", stemmed."stem", coalesce(exact."entries", 0) AS "entries",
      coalesce(stems."entries", 0) AS "stemEntries",
      (SELECT coalesce(max(longer."entries"), 0) FROM "SearchWord" AS longer WHERE longer."written" > 0
        AND length(typed."word") > 1 AND longer."word" > typed."word" AND longer."word" < typed."word" || chr(65535)) AS "prefixEntries"
    FROM unnest(${[...words, '']}::text[]) AS typed("word")
    CROSS JOIN LATERAL (SELECT (ts_lexize('english_stem', typed."word"))[1] AS "stem") AS stemmed
    LEFT JOIN "SearchWord" AS exact ON exact."word" = typed."word"
    LEFT JOIN "SearchWord" AS stems ON stems."word" = stemmed."stem"`
  return {
    rows: rows.filter(({ word }) => word !== ''),
    entries: rows.find(({ word }) => word === '')?.entries ?? 0,
  }
}

export type KnownWord = { word: string; entries: number }

const MAX_SIMILAR = 60

/** Returns known `spellings`, and words with many of the same trigrams. */
export function findSimilar(db: Database, word: string, spellings: readonly string[]): Promise<KnownWord[]> {
  return db.$queryRaw<KnownWord[]>`
    (SELECT "word", "entries" FROM "SearchWord" WHERE "written" > 0 AND "word" = ANY(${[...spellings]}::text[]))
    UNION
    (SELECT "word", "entries" FROM "SearchWord" WHERE "written" > 0 AND "word" % ${word}
      ORDER BY similarity("word", ${word}) DESC LIMIT ${MAX_SIMILAR})`
}

const MAX_COMPOUNDS = 20

/** Finds words that end with `word`, such as “wettervorhersage” for “vorhersage”. */
export function findCompounds(db: Database, word: string): Promise<KnownWord[]> {
  return db.$queryRaw<KnownWord[]>`
    SELECT "word", "entries" FROM "SearchWord" WHERE "written" > 0 AND "word" LIKE ${`%${word}`}
    ORDER BY "entries" DESC LIMIT ${MAX_COMPOUNDS}`
}

export function selectWritten(db: Database, words: readonly string[]): Promise<KnownWord[]> {
  return db.$queryRaw<KnownWord[]>`
    SELECT "word", "entries" FROM "SearchWord" WHERE "written" > 0 AND "word" = ANY(${[...words]}::text[])`
}
