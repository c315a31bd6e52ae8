// Traditional Chinese, made from the simplified text sign by sign. The words stay those of the simplified text; where one simplified sign
// stands for two traditional ones, the sense that games have counts, or a whole word is named below.

const SIMPLIFIED = "与丢两严个为义习于从仅价优会体余储兰关内写决冲准减几击则别删动务势协单参双发变号吗启后听围国图圆场坏块处备复头夹实宽对寻导将带帮并库应开异强归当录径态总战户扩执报择拟挂损换据摆数断无时显暂术机杀权条来标树样检欢气没测浏浅满点状独环现画监盘着码确离种称稳穷笔签筛简类红约级纯纸纹线练组终经结给绝统继续缓编缘网罗胁胜脚节获虑补规视览计认让训议记许论设访证评识试话该详语误说请读谁调谱负败贯贴赛赢转轮载较辑输边达过运还这进远违连迟适选里钟钮链销锁错键长闭问闲间随隐韩页项须顾预题颜验黄"
  + "们产亏亲仓仪伤传伦侧偿债创刘刚剑剂劝办劲励劳医华卖卢卫厂厅历压县叶吕吨员响团园坚垫执壮声壳夺奋奖妇孙学宁宝审宪宾层岁岛币师帐库废张弹彻忆怀惊惯愿戏担拥挡挥掷摄摇敌斗旧晋晓枪柜栏桥档梦极构槛残毁汇汉汤沟泪洁涂涨渐温湿滚滞灭灯灵灾炉烂烛热爱牵犹狮猎玛疗盖盗矿砖础礼祸秘积竞笼筑粮纪纷纵织绍绕维绿绪绳综缩罚职联肃肠肤胆脑脸艺荣药蓝虚虫虽衬袭见观觉触订讨讲诉词译诚诺谈谢谨象贝责货质购贵费资赏赖赶趋跃踪车轨轻边迁迹递逻遗邮邻酱释鉴针钱铁银锋镜门闪闻队阶阳阴阵际陆险难雾静顶顺领频颗额风飞饭饮马驱驻骑鱼鲜鸟鸡麦齐齿龙龟";
const TRADITIONAL = "與丟兩嚴個為義習於從僅價優會體餘儲蘭關內寫決衝準減幾擊則別刪動務勢協單參雙發變號嗎啟後聽圍國圖圓場壞塊處備復頭夾實寬對尋導將帶幫並庫應開異強歸當錄徑態總戰戶擴執報擇擬掛損換據擺數斷無時顯暫術機殺權條來標樹樣檢歡氣沒測瀏淺滿點狀獨環現畫監盤著碼確離種稱穩窮筆簽篩簡類紅約級純紙紋線練組終經結給絕統繼續緩編緣網羅脅勝腳節獲慮補規視覽計認讓訓議記許論設訪證評識試話該詳語誤說請讀誰調譜負敗貫貼賽贏轉輪載較輯輸邊達過運還這進遠違連遲適選裡鐘鈕鏈銷鎖錯鍵長閉問閒間隨隱韓頁項須顧預題顏驗黃"
  + "們產虧親倉儀傷傳倫側償債創劉剛劍劑勸辦勁勵勞醫華賣盧衛廠廳歷壓縣葉呂噸員響團園堅墊執壯聲殼奪奮獎婦孫學寧寶審憲賓層歲島幣師帳庫廢張彈徹憶懷驚慣願戲擔擁擋揮擲攝搖敵鬥舊晉曉槍櫃欄橋檔夢極構檻殘毀匯漢湯溝淚潔塗漲漸溫濕滾滯滅燈靈災爐爛燭熱愛牽猶獅獵瑪療蓋盜礦磚礎禮禍祕積競籠築糧紀紛縱織紹繞維綠緒繩綜縮罰職聯肅腸膚膽腦臉藝榮藥藍虛蟲雖襯襲見觀覺觸訂討講訴詞譯誠諾談謝謹象貝責貨質購貴費資賞賴趕趨躍蹤車軌輕邊遷跡遞邏遺郵鄰醬釋鑑針錢鐵銀鋒鏡門閃聞隊階陽陰陣際陸險難霧靜頂順領頻顆額風飛飯飲馬驅駐騎魚鮮鳥雞麥齊齒龍龜";

/** Words in which a sign has its other form. @type {[RegExp, string][]} */
const WORDS = [[/復制/g, "複製"], [/重復/g, "重複"], [/復雜/g, "複雜"], [/準許/g, "准許"], [/批準/g, "批准"], [/設置/g, "設定"], [/剪貼板/g, "剪貼簿"], [/鏈接/g, "連結"], [/文件/g, "檔案"]];

/** @type {Map<string, string>} */
const SIGNS = new Map([...SIMPLIFIED].map((sign, i) => [sign, [...TRADITIONAL][i]]));

/** @type {Map<string, string>} what was written before */
const written = new Map();

/** A simplified text in traditional signs. @param {string} text */
export function toTraditional(text) {
  let found = written.get(text);
  if (found === undefined) {
    found = Array.from(text, (sign) => SIGNS.get(sign) ?? sign).join("");
    for (const [word, other] of WORDS) found = found.replace(word, other);
    if (written.size < 5000) written.set(text, found);
  }
  return found;
}

/** The two rows of signs, for the test. */
export const ROWS = { SIMPLIFIED, TRADITIONAL };
