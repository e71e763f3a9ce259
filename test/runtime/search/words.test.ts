import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abbreviatedStems, relatedStems } from "../../../runtime/search/related-words.ts";
import { stemWord } from "../../../runtime/search/stem.ts";
import { foldLetters, plainWords, splitWords } from "../../../runtime/search/words.ts";

const texts = (text: string): readonly string[] => splitWords(text).map((word) => (word.isJoined ? `+${word.text}` : word.text));

describe("words", () => {
  it.each<[string, string, readonly string[]]>([
    ["splits and joins snake case", "max_count", ["max", "count", "+maxcount"]],
    ["splits and joins kebab case", "dry-run", ["dry", "run", "+dryrun"]],
    ["splits and joins camel case", "readOnly", ["read", "only", "+readonly"]],
    ["does not split an abbreviation in camel case", "parseHTTPRequest", ["parse", "http", "request", "+parsehttprequest"]],
    ["does not join paths", "usr/local/share/x/y", ["usr", "local", "share", "x", "y"]],
    ["joins at most four parts", "a_b_c_d_e", ["a", "b", "c", "d", "e"]],
    ["joins across dots", "mkfs.ext4", ["mkfs", "ext4", "+mkfsext4"]],
    ["ignores punctuation", "Print (all) files!", ["print", "all", "files"]],
    ["does not treat symbols as words", "()[]{} -- ?", []],
    ["does not treat emoji as words, colored or not", "⚠️ ⚠ Danger ❤️", ["danger"]],
    ["treats an enclosed digit as the digit", "1️⃣ step", ["1", "step"]],
    ["ignores the variation selector of a Chinese letter", "葛\u{E0100}飾区", ["葛飾", "飾区"]],
    ["drops a possessive", "the tool's name", ["the", "tool", "name"]],
    ["does not split a contraction", "don't", ["dont"]],
    ["removes accents", "Größe résumé", ["große", "resume"]],
    ["converts full-width letters to ASCII", "ｇｉｔ", ["git"]],
    ["splits Chinese into pairs", "容器列表", ["容器", "器列", "列表"]],
    ["keeps a single Chinese letter", "字", ["字"]],
    ["separates Japanese from Latin letters", "コンテナlog", ["コン", "ンテ", "テナ", "log"]],
    ["splits Thai into pairs", "ไฟล์", ["ไฟ", "ฟล", "ล์"]],
    ["keeps the vowel signs of Hindi", "हिन्दी", ["हिन्दी"]],
    ["does not split Cyrillic words", "Показать файлы", ["показать", "фаилы"]],
    ["truncates a long word without splitting a surrogate pair", "😀".repeat(3) + "𝒜".repeat(100), ["a".repeat(64)]],
  ])("%s", (_title, text, want) => {
    expect(texts(text)).toEqual(want);
  });

  const nameLike = fc.string({ unit: fc.constantFrom("a", "A", "z", "Z", "0", "9", "'s", "_", "-", "/", " ", "\n") });

  it("does not change if letters of another script follow", () => {
    const check = (text: string): void => {
      expect(splitWords(`${text} Ж`)).toEqual([...splitWords(text), ...splitWords("Ж")]);
    };
    fc.assert(fc.property(nameLike, check));
    fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), check));
  });

  it("returns the words without joined compounds from plainWords", () => {
    const check = (text: string): void => {
      expect(plainWords(text)).toEqual(splitWords(text).flatMap((word) => (word.isJoined ? [] : [word.text])));
    };
    fc.assert(fc.property(nameLike, check));
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), check));
  });

  it("compares letters without case and accents", () => {
    expect(foldLetters("ÉTUDE İ ΟΔΌΣ")).toBe("etude i οδος");
  });
});

describe("stems", () => {
  it.each([
    ["connect", ["connects", "connected", "connecting", "connection", "connections"]],
    ["contain", ["containing", "contained", "contains"]],
    ["directori", ["directory", "directories"]],
    ["archiv", ["archive", "archives", "archived", "archiving"]],
    ["run", ["running", "runs"]],
    ["hope", ["hoped", "hoping", "hopes"]],
    ["hop", ["hopped", "hopping"]],
    ["die", ["dying", "dies"]],
    ["generat", ["generate", "generated", "generation"]],
    ["organiz", ["organize", "organization", "organized"]],
    ["happi", ["happy"]],
    ["relat", ["relational", "relate"]],
    ["communic", ["communication", "communicate"]],
    ["analyz", ["analyzer", "analyzed"]],
    ["feed", ["feed"]],
    ["agre", ["agreed"]],
    ["sky", ["sky", "skies"]],
    ["news", ["news"]],
    ["proceed", ["proceeding", "proceeds"]],
    ["past", ["past"]],
    ["paste", ["paste"]],
    ["gas", ["gas"]],
    ["caress", ["caresses"]],
    ["cri", ["cries", "cry"]],
    ["formal", ["formalize", "formality"]],
    ["adopt", ["adoption"]],
    ["control", ["controlled", "controlling", "controls"]],
  ])("reduce the forms of a word to %s", (stem, words) => {
    expect(words.map(stemWord)).toEqual(words.map(() => stem));
  });

  it.each(["ls", "größe", "mp3", "容器", ""])("leave %j unchanged", (word) => {
    expect(stemWord(word)).toBe(word);
  });
});

describe("related words", () => {
  it.each<[string, readonly string[]]>([
    ["delet", ["remov", "rm", "eras", "uninstal", "discard", "destroy", "purg", "prune", "drop", "unset", "teardown"]],
    ["upload", ["send", "push", "publish", "submit"]],
    ["checksum", ["digest", "hash", "fingerprint"]],
    ["kubernet", []],
    ["", []],
  ])("are found for the stem %j", (stem, want) => {
    expect(relatedStems(stem)).toEqual(want);
  });

  it.each<[string, readonly string[]]>([
    ["organ", []],
    ["organiz", ["org"]],
    ["org", ["organiz"]],
    ["temporari", ["temp", "tmp"]],
  ])("have the abbreviations of the stem %j", (stem, want) => {
    expect(abbreviatedStems(stem)).toEqual(want);
  });
});
