"""The words in many languages by which mail programs and people say that someone wrote, sent or forwarded something.

Tables only; introducers.py applies them, folded: lower case, without accents. A stem counts at the beginning of words.
"""

STEMS = """
    wrote writes written schrieb schreib geschrieben verfass gschrib gschriib schreev schreiwt schreift geschriwwen
    schreef schrijft geschreven geskryf skryf skreau skriuw skrev skriver skrivit skreiv skriv skrifa ritadi
    ecrit ecrivit ecrivai escrib escrev escrito escrita escrig escriu escrich scrisse scrissi scrive scriss
    scritto scritta scrittu iscrit iscriss scris scrie scrit scripsit scribit scribeva scribite ekri skibi skirbi
    skrivas skrivet ysgrifenn sgrifenn scriobh sgriobh screeu idatzi idazt shkroi shkrua shkruajti kiteb kitbet
    napis napsal napsano pisze pisal pisao pise pisu pisemo odpis написа напиша напіса писа пиш піса піш отписа
    rase paras raso rakst uzrakst kirjut kirjoit calii callan irta irja
    yazd yazm yazi yazı yazar yazyp yozd yozg yozib жазд жазг жазғ язд язг яҙ ёзд ёзг езди бич
    εγραψ γραφ γραψ εγραφ գր გრ навишт
    menulis ditulis tulis nulis nyerat sumulat isinulat nagsulat sinulat misulat nisulat nanoratra tuhi kakau
    aliandik ameandik iliandik waandik andik rubut kowe ubhal wabhal ngotse ngwal akanyora yanditse qora barrees
    skribis skribas skribit skribi raitim nivis
    antwort geantwort repondu respondi respondeu respuest risposto rispose raspuns antwoordde svarade svarede svarte
    svarad vastasi odpowiedz odpoved odgovor ответи відпові відпав одговор απαντ cevap valasz
    sagte meinte dijo disse detto dixit сказа говор powiedz rekl rekao kaze utles utleb thene qal jazd calla
    aniandik kwadere ngwad езиб bichiv писме γραπτ
"""
"""Beginnings of words in scripts that put spaces between words."""

WORDS = ("viet", "irt", "dere", "psal", "psala", "pisa", "a dit", "ha dit", "on behalf of", "im auftrag")
"""Whole words that would be too short as beginnings."""

SIGNS = """
    写 寫 说道 說道 来信 來信 書 のメール のメッセージ からのメ さんは さんより 送信者
    작성 썼 쓴 쓰기 님이 님께서 보낸 보냄 적었
    כתב כותב מאת געשריב שרייב كتب نوشت لکھ لیک نووس يازد يازغ ياز لکي
    लिख लिहि लेख লিখ লেখ લખ ਲਿਖ ଲେଖ ଲିଖ எழுத రాశ రాస వ్రాస వ్రాశ ಬರೆ എഴുത ලිව ලිය བྲིས
    เขียน ຂຽນ សរសេរ ရေး
    წერ დაწერ ጻፈ ጽፏ ጽፈ ፃፈ ጽሒ ጻፉ ᑎᑎᕋ
"""
"""The signs that say so anywhere in a line, in scripts without spaces between words or with prefixes."""

NOTICES = """
    origina ursprungl urspr oprindelig opprinnelig alkuperai oryginaln puvodni povodn izvorn eredeti orijinal
    orixinal upphaflig jatorri оригинал исходн початков αρχικ asli goc
    forward weitergeleit transfer transmis reenvi encaminhad inoltr doorgest vidarebef videresend valitet valitty
    przekaz preposl preposi tovabbit iletil edasi persiust parsut prosled proslijed препрат пересла пересыл перенап
    προωθ diteruskan chuyen
    zitat zitier quote quoting citat citaz cita cytat idezet lainau sitat alinti kutip цитат
    algupara sakotnej pradin upprun origj d'origin via
    repl response reponse resposta vastaus jawab balas
    iphone ipad android outlook gmail yahoo thunderbird samsung galaxy huawei xiaomi proton
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag gestern heute
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag gisteren vandaag
    monday tuesday wednesday thursday friday saturday sunday yesterday today
    lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo ayer ontem
    dilluns dimarts dimecres dijous divendres dissabte diumenge segunda terca quarta quinta sexta
    lunedi martedi mercoledi giovedi venerdi sabato domenica ieri miercuri vineri sambata duminica
    mandag tirsdag onsdag torsdag fredag lordag sondag tisdag idag igar mandagur
    maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai eilen esmaspaev teisipaev kolmapaev neljapaev
    pirmadien antradien treciadien ketvirtadien penktadien sestadien sekmadien pirmdien otrdien tresdien ceturtdien
    poniedzial wtorek wtorku srod czwart piatek piatku sobot niedziel pondel utery utor utork stred ctvrtek streda
    stvrtok ponedelj ponedjelj cetvrt petak petek nedelj nedjelj wczoraj vcera jucer
    понедел вторник втор сред четвер пятниц суббот воскрес вчера сегодня понеділ вівтор четвер субот неділ учора
    δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο κυριακη χθες
    hetfo kedd szerda csutortok pentek szombat vasarnap tegnap
    pazartesi carsamba persembe cuma cumartesi pazar
    selasa rabu kamis jumat sabtu minggu kemarin isnin jumatatu jumanne
    januar fevrier janvier enero gennaio janeiro styczn tammikuu marraskuu
"""
"""Beginnings of words that announce a forwarded, quoted or original mail; also days, mail programs and telephones."""

NOTICE_SIGNS = """
    原始 元の 转发 轉寄 轉發 転送 引用 원본 전달 인용 मूल ต้นฉบับ ส่งต่อ अग्रेषित הודעה מקורית הועבר أصلي معاد اصلی
    月曜 火曜 水曜 木曜 金曜 土曜 日曜 昨日 今日 昨天 今天 星期 周一 周二 周三 周四 周五 周六 周日 週 요일 어제 오늘
    الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد أمس شنبه دیروز יום אתמול
    सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार সোমবার মঙ্গলবার วันจันทร์ วันอังคาร วันพุธ เมื่อวาน
"""

MONTHS = """
    jan feb mar apr may mai maj jun jul aug ago sep oct okt nov dec dez dic янв фев мар апр май мая июн июл авг
    сен окт ноя дек ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ
"""

ENGLISH = """
    the you your yours have has had need needs think thinks this that these those with not but and it's its i'm i'll
    i'd i've we're we'll we've don't doesn't can't won't isn't aren't they they're there here what which who why how
    when where because should would could must just only more most much many some all both each every other than
    then now still again really very too nice good great well done thanks thank sorry please hope guess bet sure
    okay yeah yes hi hello hey wow lol haha lucky luck points point score scores ahead behind win wins won lose lost
    take takes took taken make makes made partner we'd let's see left down short out already last next it looking
    first second better best worse bad hard easy board away back home until about after before us place
"""
"""Words of plain English talk, which hardly ever occur in an attribution."""
