/**
 * What people write who want their text to run. Each calls `canary` in its own way: as a script, as an event, as an
 * address, by closing what stands before it, as a template, or by an encoding that someone may undo once too often.
 */
export const PAYLOADS: readonly string[] = [
  "<script>canary()</script>",
  '"><script>canary()</script>',
  "</title><script>canary()</script>",
  "</textarea><script>canary()</script>",
  "</script><script>canary()</script>",
  "<scr<script>ipt>canary()</scr</script>ipt>",
  "<img src=x onerror=canary()>",
  '"><img src=x onerror=canary()>',
  "'><img src=x onerror=canary()>",
  "<!--><img src=x onerror=canary()>-->",
  "<svg onload=canary()>",
  "<svg><script>canary()</script></svg>",
  "<svg><animate onbegin=canary() attributeName=x dur=1s>",
  "<body onload=canary()>",
  '<iframe src="javascript:parent.canary()"></iframe>',
  '<iframe srcdoc="<script>parent.canary()</script>"></iframe>',
  '<a href="javascript:canary()">press</a>',
  "javascript:canary()",
  "JaVaScRiPt:canary()",
  "data:text/html,<script>canary()</script>",
  '" onmouseover="canary()',
  "' onfocus='canary()' autofocus='",
  '" autofocus onfocus=canary() x="',
  "<details open ontoggle=canary()>",
  "<video><source onerror=canary()></video>",
  "<audio src=x onerror=canary()>",
  "<input autofocus onfocus=canary()>",
  "<select autofocus onfocus=canary()>",
  "<marquee onstart=canary()>",
  '<object data="javascript:canary()"></object>',
  '<embed src="javascript:canary()">',
  '<math href="javascript:canary()">press</math>',
  '<form action="javascript:canary()"><button>press</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:canary()">',
  '<link rel=stylesheet href="data:text/css,*{display:none}">',
  "<style>*{background:url(https://example.invalid/x)}</style>",
  '<base href="https://example.invalid/">',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not be one.
  "${canary()} {{canary()}} #{canary()} <%= canary() %>",
  "{{constructor.constructor('canary()')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not be one.
  "{ $name } { -brand } `${canary()}`",
  "\\u003cscript\\u003ecanary()\\u003c/script\\u003e",
  "&lt;script&gt;canary()&lt;/script&gt;",
  "%3Cscript%3Ecanary()%3C/script%3E",
  '"};canary();//',
];

/** Some must stand at the very beginning: an address is one only as a whole. */
const isAddress = (payload: string) => /^(javascript|data):/i.test(payload);

/** All payloads in as few texts as this length allows, each whole in one of them. */
export function packed(longest: number): string[] {
  const texts: string[] = PAYLOADS.filter(isAddress);
  for (const payload of PAYLOADS.filter((each) => !isAddress(each))) {
    const place = texts.findIndex((text) => text.length + 1 + payload.length <= longest);
    if (place < 0) texts.push(payload);
    else texts[place] += ` ${payload}`;
  }
  return texts;
}
