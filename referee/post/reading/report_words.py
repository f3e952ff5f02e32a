"""The words in which mail systems say that a letter was given up, or that it is late, by language. Data only.

A phrase must be one that a person who is away would not write of themselves.
"""

import re

LATE_WORDS = (
    r"\baction: ?(?:delayed|delivered|relayed|expanded)\b|not (?:been )?delivered yet|(?:almost|nearly) (?:full|over)",
    # English
    r"not yet (?:been |be )?(?:able|delivered|possible|accepted)",
    r"(?:is|was|has been|have been) (?:being )?(?:delayed|deferred)",
    r"delivery (?:is |status notification )?\(?delay|delayed (?:mail|delivery)|(?:message|mail)\b.{0,60}\bdelayed",
    r"will (?:be (?:retried|re-?attempted)|retry|try again|attempt deliver)",
    r"will (?:continue|keep) (?:to )?(?:try|attempt|retry)",
    r"still (?:trying|being retried)|attempts? will continue|continue (?:to (?:try|attempt)|trying|attempting)",
    r"do(?:es)? not (?:need|have) to re-?send|this is a warning (?:message )?only|retrying until|temporary problem",
    r"temporarily (?:undeliver|delay|defer)|transient fail",
    # German
    r"verzögert|verzögerung|noch nicht (?:zugestellt|ausgeliefert)|versucht es (?:weiter|noch)",
    r"erneut (?:zu )?versuch|(?<!keine )weitere (?:zustell)?versuche",
    # Japanese, Chinese, Korean
    r"遅延|遅れ|まだ(?:配信|配達|届)|再試行|再送(?:信)?(?:し|を)(?:続|試)|延迟|延遲|推迟|尚未|继续尝试|繼續嘗試",
    r"지연|아직|재시도",
)
FAILED_WORDS = (
    # codes that mean the same in every language
    r"\baction: ?failed\b|\b5\d\d[ -]{1,2}#?5\.\d{1,3}\.\d{1,3}\b|#5\.\d\.\d|\bstatus: ?5\.\d",
    r"\b(?:said|says|error|smtp|response|reply|rejected|antwort\w*|réponse|respuesta)\b.{0,40}\b55[0-4]\b",
    # English
    r"(?:can ?not|could ?n[o']t|not be|unable to|not able to|failed to|can't) (?:be |been |successfully )*"
    r"(?:deliver|reach|accept|sent to|forward)",
    r"(?:was|were|has|have) ?n[o']t (?:been )?(?:deliver|reach|accept|sent to)",
    r"(?:did not|didn't) (?:reach|receive this)|(?:was ?n't|not|un)[ -]?(?:delivered|deliverable)|non-?deliver",
    r"del[ie]ver\w*\b.{0,60}?\b(?:fail|abort)|automatically rejected",
    r"fail\w* (?:mail|deliver|recipient|permanent|address)",
    r"(?:permanent|fatal|unrecoverable)\w* (?:fatal )?(?:error|fail)|failure notice|given up|giving up",
    r"delivery errors?",
    r"returned (?:mail|to sender|because|message)",
    r"(?:mail|message) (?:was|has been|is being|is) (?:returned|bounced|rejected)",
    r"(?:no such|unknown|invalid|unrouteable|bad|nonexistent) (?:user|address|recipient|mailbox|account|local)",
    r"(?:user|recipient|mailbox|account|address|host)\b.{0,40}?\b(?:unknown|not (?:found|listed|known)|disabled)",
    r"(?:user|recipient|mailbox|account|address)\b.{0,40}?\b(?:(?:does ?n[o']t|do not) exist|over quota)",
    r"(?:user|recipient|mailbox|account|address)\b.{0,40}?\b(?:unavailable|inactive|rejected)",
    r"doesn't have an? \S+ account|no valid recipients|mailbox (?:is )?full|deleted from (?:the )?queue|no mailbox",
    # German
    r"unzustellbar|nicht zustellbar|nicht (?:zugestellt|übermittelt|ausgeliefert|übertragen)",
    r"zustellung.{0,60}(?:fehl|gescheitert)|zustellfehler|fehler bei der (?:zustellung|übermittlung)",
    r"empfänger\w*.{0,40}(?:unbekannt|nicht gefunden)",
    # Japanese, Chinese, Korean
    r"(?:配信|配達|送信|送付|お?届け?)(?:する(?:こと)?(?:が|は)?)?(?:でき(?:ません|な)|不能|に失敗)",
    r"届けられ(?:ません|な)|不達",
    r"(?:无法|未能|不能)(?:被)?(?:发送|投递|送达|传送)|無法(?:傳送|投遞|送達|遞送|寄達)|退信",
    r"(?:投递|发送|傳遞|傳送)失[败敗]|未送达",
    r"(?:전송|전달|배달|발송)(?:되지|할 수 없|하지 못|에 실패| ?실패)|반송",
)
LATE = re.compile("|".join(LATE_WORDS), re.IGNORECASE)
FAILED = re.compile("|".join(FAILED_WORDS), re.IGNORECASE)
